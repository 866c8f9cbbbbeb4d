// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.operator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The file-based catalog that offers the operator, as {@code opm render} makes it for catalogs since OpenShift 4.17: of the CSV it has
 * what the console shows.
 *
 * @param name of the package
 * @param csv of the one version
 * @param image the bundle's
 */
record OlmCatalog(String name, ObjectNode csv, String image) {
    /** The first one is the default. */
    static final List<String> CHANNELS = List.of("stable", "candidate");

    /** What the console shows, of a CSV's spec. */
    private static final List<String> SHOWN = List.of(
            "description",
            "displayName",
            "installModes",
            "keywords",
            "links",
            "maintainers",
            "maturity",
            "minKubeVersion",
            "provider");

    /** {@return the file} */
    String text() throws JsonProcessingException {
        var text = new StringBuilder(Yaml.text(olmPackage()));
        for (var channel : CHANNELS) {
            text.append(Yaml.document(channel(channel)));
        }
        return text.append(Yaml.document(bundle())).toString();
    }

    private String csvName() {
        return csv.at("/metadata/name").asText();
    }

    private String version() {
        return csv.at("/spec/version").asText();
    }

    private ObjectNode olmPackage() {
        var entry = JsonNodeFactory.instance.objectNode().put("schema", "olm.package");
        entry.put("name", name).put("defaultChannel", CHANNELS.getFirst());
        entry.put("description", csv.at("/metadata/annotations/description").asText());
        entry.putObject("icon")
                .put("base64data", csv.at("/spec/icon/0/base64data").asText())
                .put("mediatype", csv.at("/spec/icon/0/mediatype").asText());
        return entry;
    }

    private ObjectNode channel(String channel) {
        var entry = JsonNodeFactory.instance.objectNode().put("schema", "olm.channel");
        entry.put("package", name).put("name", channel);
        entry.putArray("entries").addObject().put("name", csvName()).put("skipRange", "<" + version());
        return entry;
    }

    private ObjectNode bundle() {
        var entry = JsonNodeFactory.instance.objectNode().put("schema", "olm.bundle");
        entry.put("name", csvName()).put("package", name).put("image", image);
        var properties = entry.putArray("properties");
        property(properties.addObject(), "olm.package").put("packageName", name).put("version", version());
        for (var kind : OwnKind.values()) {
            property(properties.addObject(), "olm.gvk")
                    .put("group", kind.group())
                    .put("kind", kind.kind())
                    .put("version", OwnKind.VERSION);
        }
        metadata(property(properties.addObject(), "olm.csv.metadata"));
        var images = entry.putArray("relatedImages");
        images.addObject().put("name", "").put("image", image);
        csv.at("/spec/relatedImages").forEach(images::add);
        return entry;
    }

    private void metadata(ObjectNode metadata) {
        metadata.set("annotations", csv.at("/metadata/annotations"));
        metadata.putObject("apiServiceDefinitions");
        metadata.set("crdDescriptions", csv.at("/spec/customresourcedefinitions"));
        SHOWN.forEach(field -> metadata.set(field, csv.path("spec").path(field)));
        metadata.set("labels", csv.at("/metadata/labels"));
    }

    private static ObjectNode property(ObjectNode entry, String type) {
        return entry.put("type", type).putObject("value");
    }
}
