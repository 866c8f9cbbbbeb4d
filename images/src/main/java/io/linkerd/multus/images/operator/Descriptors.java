// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * What the console's form says of each field: from the schema, so that a form and {@code kubectl explain} say the same. The words for
 * kinds of inputs are the console's (openshift/console, {@code operator-lifecycle-manager/descriptors/types.ts}).
 */
final class Descriptors {
    private static final String INPUT = "urn:alm:descriptor:com.tectonic.ui:";

    /** What most people set. All else folds away. */
    private static final Set<String> PLAIN = Set.of(
            "mode",
            "linkerd.namespace",
            "linkerd.cniChart",
            "webhook.replicas",
            "webhook.failurePolicy",
            "webhook.proxyUidStrategy");

    private Descriptors() {}

    /** {@return those of a spec, from its schema} */
    static ArrayNode ofSpec(JsonNode schema) {
        var descriptors = JsonNodeFactory.instance.arrayNode();
        schema.path("properties").forEachEntry((name, group) -> {
            // What most people set is in it, so it is one of an example, of which the scorecard asks for a descriptor
            // by this very path.
            if (PLAIN.stream().anyMatch(path -> path.startsWith(name + "."))) {
                describe(descriptors.addObject(), name, group).putArray("x-descriptors");
            }
        });
        eachField("", schema, (path, field) -> {
            var inputs = describe(descriptors.addObject(), path, field).putArray("x-descriptors");
            input(field).forEach(inputs::add);
            if (!PLAIN.contains(path)) {
                inputs.add(INPUT + "advanced");
            }
        });
        return descriptors;
    }

    /** {@return those of a status, from its schema} */
    static ArrayNode ofStatus(JsonNode schema) {
        var descriptors = JsonNodeFactory.instance.arrayNode();
        eachField("", schema, (path, field) -> {
            var inputs = describe(descriptors.addObject(), path, field).putArray("x-descriptors");
            if (path.equals("conditions")) {
                inputs.add("urn:alm:descriptor:io.kubernetes.conditions");
            } else if (path.equals("reason")) {
                inputs.add("urn:alm:descriptor:io.kubernetes.phase:reason");
            } else {
                inputs.add(INPUT + "text");
            }
        });
        return descriptors;
    }

    private static ObjectNode describe(ObjectNode descriptor, String path, JsonNode field) {
        return descriptor
                .put("path", path)
                .put("displayName", words(path))
                .put("description", field.path("description").asText());
    }

    /** Lists, maps and what the console has an input for are fields as a whole. */
    private static void eachField(String path, JsonNode schema, BiConsumer<String, JsonNode> action) {
        schema.path("properties").forEachEntry((name, field) -> {
            var below = path.isEmpty() ? name : path + "." + name;
            if (field.has("properties") && !name.equals("resources")) {
                eachField(below, field, action);
            } else {
                action.accept(below, field);
            }
        });
    }

    private static List<String> input(JsonNode field) {
        if (field.has("enum")) {
            return field.path("enum")
                    .valueStream()
                    .filter(value -> !value.asText().isEmpty() && value.isTextual())
                    .map(value -> INPUT + "select:" + value.asText())
                    .toList();
        }
        if (field.path("properties").has("limits")) {
            return List.of(INPUT + "resourceRequirements");
        }
        return switch (field.path("type").asText()) {
            case "boolean" -> List.of(INPUT + "booleanSwitch");
            case "integer" -> List.of(INPUT + "number");
            case "string" -> List.of(INPUT + "text");
            default -> List.of();
        };
    }

    /** As in {@code webhook.proxyUidStrategy}: "Webhook: proxy uid strategy". */
    private static String words(String path) {
        var words =
                path.replace(".", ": ").replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
