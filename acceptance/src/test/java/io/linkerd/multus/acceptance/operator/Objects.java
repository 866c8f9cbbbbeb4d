// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Objects as they are compared. */
final class Objects {
    private static final String WHO = "app.kubernetes.io/managed-by";

    private Objects() {}

    /** {@return each by its kind and name, without who made it and what says nothing} */
    static Map<String, String> byName(Stream<JsonNode> objects) {
        return objects.map(Objects::bare)
                .collect(Collectors.toMap(
                        object -> object.path("kind").asText() + "/"
                                + object.at("/metadata/name").asText(),
                        JsonNode::toPrettyString,
                        (one, _) -> one,
                        TreeMap::new));
    }

    /** What is empty says nothing, in all that is laid over. */
    private static JsonNode bare(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> {
                var kept = JsonNodeFactory.instance.objectNode();
                object.properties().stream().sorted(Map.Entry.comparingByKey()).forEach(field -> {
                    var value = bare(field.getValue());
                    if (!value.isNull()
                            && !(value.isContainerNode() && value.isEmpty())
                            && !field.getKey().equals(WHO)) {
                        kept.set(field.getKey(), value);
                    }
                });
                yield kept;
            }
            case ArrayNode array -> {
                var kept = JsonNodeFactory.instance.arrayNode();
                array.forEach(element -> kept.add(bare(element)));
                yield kept;
            }
            default -> node;
        };
    }
}
