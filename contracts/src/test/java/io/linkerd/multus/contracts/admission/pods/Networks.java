// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import static org.quicktheories.generators.Generate.frequency;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.lists;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.quicktheories.api.Pair;
import org.quicktheories.core.Gen;

/** What a generated pod of namespace shop says of networks, in either form or in none, and what should become of it. */
sealed interface Networks {
    String OURS = "linkerd-cni";
    String OUR_ELEMENT = "{\"name\":\"" + OURS + "\"}";

    /** A pod that says nothing. */
    Networks NONE = new Listed(List.of());

    String text();

    /** {@return whether this is what it should be afterwards} */
    boolean become(String after);

    /** Names with commas between them. */
    record Listed(List<String> items) implements Networks {
        @Override
        public String text() {
            return String.join(",", items);
        }

        @Override
        public boolean become(String after) {
            boolean there =
                    items.stream().map(String::strip).anyMatch(item -> item.matches("(shop/)?" + OURS + "(@.*)?"));
            var kept = items.stream().filter(item -> !item.isBlank());
            return after.equals(
                    Stream.concat(kept, there ? Stream.of() : Stream.of(OURS)).collect(Collectors.joining(",")));
        }
    }

    /** A list in JSON. */
    record Json(List<String> elements, String blank) implements Networks {
        @Override
        public String text() {
            return blank + "[" + blank + String.join("," + blank, elements) + blank + "]" + blank;
        }

        @Override
        public boolean become(String after) {
            var before = tree(text());
            boolean there = before.valueStream()
                    .anyMatch(element -> element.path("name").asText().equals(OURS)
                            && element.path("namespace").asText("shop").equals("shop"));
            if (there) {
                return after.equals(text());
            }
            int at = after.lastIndexOf(OUR_ELEMENT);
            int from = elements.isEmpty() ? at : after.lastIndexOf(',', at);
            return at >= 0
                    && text().equals(after.substring(0, from) + after.substring(at + OUR_ELEMENT.length()))
                    && tree(after)
                            .equals(before.deepCopy()
                                    .add(tree("[" + OUR_ELEMENT + "]").get(0)));
        }

        private static ArrayNode tree(String json) {
            try {
                return (ArrayNode) new ObjectMapper().readTree(json);
            } catch (JsonProcessingException e) {
                throw new AssertionError(json, e);
            }
        }
    }

    /** What Multus refuses, and nobody should touch. */
    record Broken(String text) implements Networks {
        @Override
        public boolean become(String after) {
            return after.equals(text);
        }
    }

    static Gen<Networks> any() {
        var items = arbitrary()
                .pick(
                        "net1",
                        " net2 ",
                        "",
                        " ",
                        "shop/net3@eth3",
                        "other/linkerd-cni",
                        OURS,
                        "shop/" + OURS,
                        OURS + "@e1");
        var elements = arbitrary()
                .pick(
                        "{\"name\":\"net1\"}",
                        "{ \"namespace\" : \"shop\",\n \"name\":\"net2\", \"x\":[1.50,{\"ü\":null}] }",
                        "{\"name\":\"linkerd-cni\",\"namespace\":\"other\"}",
                        "{\"namespace\":\"shop\",\"name\":\"linkerd-cni\"}",
                        OUR_ELEMENT);
        Gen<Networks> listed = lists().of(items).ofSizeBetween(0, 4).map(Listed::new);
        Gen<Networks> json =
                lists().of(elements).ofSizeBetween(0, 3).zip(arbitrary().pick("", " ", "\n\t"), Json::new);
        Gen<Networks> broken =
                arbitrary().pick("[oops", "a/b/c", "{}", "[1]", "UPPER").map(Broken::new);
        return frequency(Pair.of(5, listed), Pair.of(5, json), Pair.of(1, broken));
    }
}
