// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Knows the kinds that the product defines, and has an API server serve them. */
public enum OwnKind {
    LINKERD_CONFIG("config.linkerd.io", "LinkerdConfig", "linkerdconfigs"),
    LINKERD_MULTUS("multus.linkerd.io", "LinkerdMultus", "linkerdmultuses");

    private static final Path DEFINITIONS = Path.of("..", "charts", "linkerd-multus-crds", "templates");
    private static final String VERSION = "v1alpha1";

    private final String group;
    private final String kind;
    private final String plural;

    OwnKind(String group, String kind, String plural) {
        this.group = group;
        this.kind = kind;
        this.plural = plural;
    }

    /** {@return the text of its CustomResourceDefinition} */
    public String definition() throws IOException {
        return Files.readString(DEFINITIONS.resolve(plural + ".yaml"));
    }

    /** {@return the name of its CustomResourceDefinition} */
    public String definitionName() {
        return plural + "." + group;
    }

    /** {@return where an API server has its CustomResourceDefinition} */
    public String definitionPath() {
        return "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/" + definitionName();
    }

    /** {@return where an API server has its objects} */
    public String path() {
        return "/apis/" + group + "/" + VERSION + "/" + plural;
    }

    /** {@return its name in kubectl} */
    public String plural() {
        return plural;
    }

    /** {@return an object of it in JSON, without a spec} */
    public String object(String name) {
        return "{" + head(name) + "}";
    }

    /** {@return the same, with a spec in JSON} */
    public String object(String name, String spec) {
        return "{" + head(name) + ", \"spec\": " + spec + "}";
    }

    private String head(String name) {
        return "\"apiVersion\": \"%s/%s\", \"kind\": \"%s\", \"metadata\": {\"name\": \"%s\"}"
                .formatted(group, VERSION, kind, name);
    }

    /** Has an API server serve it, and returns when it does. */
    public void define(PlainApiClient admin) throws IOException {
        admin.apply(definitionPath(), definition()).orThrow();
        admin.awaitServed(path());
    }

    /** {@return the schemas of all fields, by their paths as in {@code .spec.a[].b}} */
    public Map<String, JsonNode> fields() throws IOException {
        var fields = new LinkedHashMap<String, JsonNode>();
        add("", new YAMLMapper().readTree(definition()).at("/spec/versions/0/schema/openAPIV3Schema"), fields);
        return fields;
    }

    /** {@return the paths of fields of which {@code kubectl explain} tells nothing} */
    public List<String> undescribed() throws IOException {
        return fields().entrySet().stream()
                .filter(field -> field.getValue().path("description").asText().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static void add(String path, JsonNode schema, Map<String, JsonNode> fields) {
        fields.put(path, schema);
        schema.path("properties")
                .properties()
                .forEach(field -> add(path + "." + field.getKey(), field.getValue(), fields));
        if (schema.has("items")) {
            add(path + "[]", schema.path("items"), fields);
        }
    }
}
