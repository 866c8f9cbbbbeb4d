// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.validators;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Schemas of Kubernetes' own kinds, from what it says of itself in OpenAPI 2: strict, so that a misspelled field is an error. */
final class KubernetesSchemas {
    /** All of them, which each kind's schema points into. */
    static final String DEFINITIONS = "definitions.json";

    static final String METADATA = DEFINITIONS + "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

    private static final String INT_OR_STRING = "io.k8s.apimachinery.pkg.util.intstr.IntOrString";
    private static final String QUANTITY = "io.k8s.apimachinery.pkg.api.resource.Quantity";
    private static final ObjectMapper JSON = new ObjectMapper();

    private KubernetesSchemas() {}

    /** Writes a file for each kind, named as {@link #file} says. */
    static void write(Path swagger, Path into) throws IOException {
        var definitions = (ObjectNode) JSON.readTree(swagger.toFile()).path("definitions");
        for (var definition : definitions.properties()) {
            var schema = (ObjectNode) definition.getValue();
            close(schema);
            for (var kind : schema.path("x-kubernetes-group-version-kind")) {
                var name = file(text(kind, "group"), text(kind, "version"), text(kind, "kind"));
                JSON.writeValue(
                        into.resolve(name).toFile(), reference(DEFINITIONS + "#/definitions/" + definition.getKey()));
            }
        }
        definitions.replace(INT_OR_STRING, either("string", "integer"));
        definitions.replace(QUANTITY, either("string", "number"));
        JSON.writeValue(
                into.resolve(DEFINITIONS).toFile(), JSON.createObjectNode().set("definitions", definitions));
    }

    /** {@return what kubeconform looks for, by the template {@code {{.Group}}_{{.ResourceAPIVersion}}_{{.ResourceKind}}.json}} */
    static String file(String group, String version, String kind) {
        // Where there is no group it takes the version for one.
        return (group.isEmpty() ? version : group) + "_" + version + "_" + kind.toLowerCase(Locale.ROOT) + ".json";
    }

    static ObjectNode reference(String to) {
        return JsonNodeFactory.instance.objectNode().put("$ref", to);
    }

    static ObjectNode either(String first, String second) {
        var schema = JsonNodeFactory.instance.objectNode();
        schema.putArray("type").add(first).add(second);
        return schema;
    }

    /** What names its fields has no other ones. */
    private static void close(ObjectNode schema) {
        if (schema.has("properties") && !schema.has("additionalProperties")) {
            schema.put("additionalProperties", false);
        }
        for (var property : schema.path("properties")) {
            close((ObjectNode) property);
        }
    }

    private static String text(JsonNode kind, String field) {
        return kind.path(field).asText();
    }
}
