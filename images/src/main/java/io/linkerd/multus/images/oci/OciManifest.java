// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.oci;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.cloud.tools.jib.image.json.ManifestTemplate;
import com.google.cloud.tools.jib.json.JsonTemplateMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A manifest of an image, of an index over images, or of what is said about one.
 *
 * @param json what it says
 */
public record OciManifest(@JsonValue ObjectNode json) implements ManifestTemplate {
    static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
    static final String INDEX = "application/vnd.oci.image.index.v1+json";
    private static final String EMPTY = "application/vnd.oci.empty.v1+json";

    /** What a manifest that is no image has in place of a configuration. */
    static final Content NOTHING = Content.of(EMPTY, new byte[] {'{', '}'});

    /** {@return that of an image} */
    static OciManifest ofImage(Descriptor config, List<Descriptor> layers) {
        var json = begin(MANIFEST);
        json.set("config", config.json());
        layers.forEach(layer -> json.withArray("layers").add(layer.json()));
        return new OciManifest(json);
    }

    /** {@return an index over images of several architectures} */
    public static OciManifest index(Map<String, Descriptor> byArchitecture) {
        var json = begin(INDEX);
        var manifests = json.putArray("manifests");
        byArchitecture.forEach((architecture, image) -> {
            var entry = image.json();
            entry.putObject("platform").put("architecture", architecture).put("os", "linux");
            manifests.add(entry);
        });
        return new OciManifest(json);
    }

    /** {@return one that says something about an image} */
    static OciManifest about(Descriptor subject, Descriptor statement) {
        var json = begin(MANIFEST).put("artifactType", statement.mediaType());
        json.set("config", NOTHING.descriptor().json());
        json.putArray("layers").add(statement.json());
        json.set("subject", subject.json());
        return new OciManifest(json);
    }

    /** {@return an index over what is said about an image, for registries that do not keep one by themselves} */
    static OciManifest referrers(List<OciManifest> all) throws IOException {
        var json = begin(INDEX);
        var manifests = json.putArray("manifests");
        for (var each : all) {
            manifests.add(each.descriptor()
                    .json()
                    .put("artifactType", each.json.path("artifactType").asText()));
        }
        return new OciManifest(json);
    }

    private static ObjectNode begin(String mediaType) {
        return JsonNodeFactory.instance.objectNode().put("schemaVersion", 2).put("mediaType", mediaType);
    }

    /** {@return how others name it} */
    public Descriptor descriptor() throws IOException {
        return Content.of(getManifestMediaType(), JsonTemplateMapper.toByteArray(this))
                .descriptor();
    }

    @Override
    public int getSchemaVersion() {
        return json.path("schemaVersion").asInt();
    }

    @Override
    public String getManifestMediaType() {
        return json.path("mediaType").asText();
    }
}
