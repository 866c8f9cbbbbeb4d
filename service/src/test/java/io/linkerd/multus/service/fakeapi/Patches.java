// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The kinds of patches that say what to change, by their media types. */
final class Patches {
    static final String APPLY = "application/apply-patch+yaml";

    private Patches() {}

    static UnaryOperator<ObjectNode> of(String mediaType, String patch, Target target) {
        return switch (mediaType) {
            case "application/merge-patch+json" ->
                object -> (ObjectNode) merged(Parts.PLAIN, "", object, Json.read(patch));
            case "application/strategic-merge-patch+json" -> {
                if (target.kind().is(Kind.Trait.CUSTOM)) {
                    throw Refusal.of(415, "custom resources know no strategic merge patch");
                }
                yield object -> (ObjectNode) merged(Parts.of(target.kind()), "", object, Json.read(patch));
            }
            case "application/json-patch+json" -> object -> changed(object, Json.read(patch));
            default -> throw Refusal.of(415, mediaType + " is no patch");
        };
    }

    /** What is there with the patch over it; null removes, and so does an item that says {@code $patch: delete}. */
    private static JsonNode merged(Parts parts, String field, JsonNode there, JsonNode patch) {
        var over = parts.split(field, patch);
        if (over.isEmpty()) {
            return patch.isObject() && there.isObject() ? there : patch;
        }
        var result = parts.split(field, there);
        over.reversed().forEach((element, value) -> {
            if (value.isNull() || value.path("$patch").asText().equals("delete")) {
                result.remove(element);
            } else if (!element.startsWith("f:$")) {
                var before = Optional.ofNullable(result.get(element));
                var after =
                        merged(parts, Parts.name(field, element), before.orElseGet(MissingNode::getInstance), value);
                // The order of the real one: new items come first.
                before.ifPresentOrElse(_ -> result.put(element, after), () -> result.putFirst(element, after));
            }
        });
        if (result.isEmpty()) {
            return there.isArray() ? JsonNodeFactory.instance.arrayNode() : Json.object();
        }
        return Parts.join(result);
    }

    /** The object with each operation carried out (RFC 6902, without move and copy). */
    private static ObjectNode changed(ObjectNode object, JsonNode operations) {
        for (var operation : operations) {
            var path = JsonPointer.compile(operation.path("path").asText());
            var value = operation.path("value");
            var there = !object.at(path).isMissingNode();
            var done = switch (operation.path("op").asText()) {
                case "test" -> object.at(path).equals(value);
                case "add" -> set(object.at(path.head()), path.last(), value, true);
                case "replace" -> there && set(object.at(path.head()), path.last(), value, false);
                case "remove" -> there && removed(object.at(path.head()), path.last());
                default -> false;
            };
            if (!done) {
                throw Refusal.of(422, "the request cannot be carried out: " + path);
            }
        }
        return object;
    }

    private static boolean set(JsonNode parent, JsonPointer last, JsonNode value, boolean insert) {
        switch (parent) {
            case ObjectNode object -> object.set(last.getMatchingProperty(), value);
            case ArrayNode array when last.getMatchingProperty().equals("-") -> array.add(value);
            case ArrayNode array when insert -> array.insert(last.getMatchingIndex(), value);
            case ArrayNode array -> array.set(last.getMatchingIndex(), value);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static boolean removed(JsonNode parent, JsonPointer last) {
        return switch (parent) {
            case ObjectNode object -> object.remove(last.getMatchingProperty()) != null;
            case ArrayNode array -> array.remove(last.getMatchingIndex()) != null;
            default -> false;
        };
    }
}
