// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.validators;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Schemas of kinds that a CustomResourceDefinition defines: as strict as the API server's field validation is. */
final class CustomSchemas {
    private static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = new YAMLMapper();

    private CustomSchemas() {}

    /** Writes a file for each version of the kinds in a file of definitions, beside those of Kubernetes' own. */
    static void write(Path definitions, Path into) throws IOException {
        try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(definitions.toFile())) {
            for (var crd : documents.readAll()) {
                write(crd, into);
            }
        }
    }

    private static void write(JsonNode crd, Path into) throws IOException {
        var group = crd.at("/spec/group").asText();
        var kind = crd.at("/spec/names/kind").asText();
        for (var version : crd.at("/spec/versions")) {
            var schema = version.at("/schema/openAPIV3Schema").<ObjectNode>deepCopy();
            var properties = schema.withObject("/properties");
            close(schema);
            properties.putObject("apiVersion").put("type", "string");
            properties.putObject("kind").put("type", "string");
            properties.set("metadata", KubernetesSchemas.reference(KubernetesSchemas.METADATA));
            var name = KubernetesSchemas.file(group, version.path("name").asText(), kind);
            JSON.writeValue(into.resolve(name).toFile(), schema);
        }
    }

    /** Those of {@code allOf} and its like judge what is here, and name no fields. */
    private static void close(ObjectNode schema) {
        if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
            schema.set("type", KubernetesSchemas.either("string", "integer").path("type"));
        }
        if (schema.path("nullable").asBoolean() && schema.has("type")) {
            schema.set(
                    "type",
                    KubernetesSchemas.either(schema.path("type").asText(), "null")
                            .path("type"));
        }
        if (schema.has("properties")
                && !schema.has("additionalProperties")
                && !schema.path(PRESERVE).asBoolean()) {
            schema.put("additionalProperties", false);
        }
        schema.path("properties").forEach(CustomSchemas::closeIfObject);
        for (var below : List.of("items", "additionalProperties")) {
            closeIfObject(schema.path(below));
        }
    }

    private static void closeIfObject(JsonNode schema) {
        if (schema instanceof ObjectNode object) {
            close(object);
        }
    }
}
