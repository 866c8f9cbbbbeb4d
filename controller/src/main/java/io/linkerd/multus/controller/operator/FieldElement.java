// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import java.util.stream.Collectors;

/** One step of a path in {@code fieldsV1} (structured-merge-diff, {@code fieldpath/serialize-pe.go}). */
sealed interface FieldElement {
    ObjectMapper JSON = new ObjectMapper();

    /** A field by its name. */
    record Field(String name) implements FieldElement {
        @Override
        public String words() {
            return name.contains(".") || name.contains("/") ? "['" + name + "']" : "." + name;
        }

        @Override
        public Optional<JsonNode> in(JsonNode object) {
            return Optional.ofNullable(object.get(name));
        }
    }

    /** An item of a list, by some of its fields. One that the item does not name has its default, such as a port's protocol. */
    record Item(JsonNode keys) implements FieldElement {
        @Override
        public String words() {
            return keys.properties().stream()
                    .map(key -> key.getKey() + "=" + key.getValue().asText())
                    .collect(Collectors.joining(",", "[", "]"));
        }

        @Override
        public Optional<JsonNode> in(JsonNode object) {
            return object.valueStream().filter(this::matches).findFirst();
        }

        private boolean matches(JsonNode item) {
            return keys.properties().stream()
                    .allMatch(key -> !item.has(key.getKey())
                            || item.get(key.getKey())
                                    .asText()
                                    .equals(key.getValue().asText()));
        }
    }

    /** An item of a list, by its value. */
    record Value(JsonNode value) implements FieldElement {
        @Override
        public String words() {
            return "[" + value.asText() + "]";
        }

        @Override
        public Optional<JsonNode> in(JsonNode object) {
            return object.valueStream().filter(value::equals).findFirst();
        }
    }

    /** {@return the field's name; empty for an item} */
    default String name() {
        return "";
    }

    /** {@return it as the end of a path} */
    String words();

    /** {@return what there is of it in that object or list} */
    Optional<JsonNode> in(JsonNode object);

    /** {@return the step that is written so; empty for an item by its place in a list, which is the list's own} */
    static Optional<FieldElement> of(String written) {
        var content = written.substring(Math.min(2, written.length()));
        return switch (written.substring(0, Math.min(2, written.length()))) {
            case "f:" -> Optional.of(new Field(content));
            case "k:" -> json(content).map(Item::new);
            case "v:" -> json(content).map(Value::new);
            default -> Optional.empty();
        };
    }

    private static Optional<JsonNode> json(String text) {
        try {
            return Optional.of(JSON.readTree(text));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
