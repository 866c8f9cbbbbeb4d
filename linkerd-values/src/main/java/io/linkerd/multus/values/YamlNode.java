// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.List;
import java.util.stream.Stream;

/** A node of a YAML text, and where it stands. */
sealed interface YamlNode {

    Place place();

    /**
     * Where a node stands.
     *
     * @param start of its anchor and tag, else of itself, in characters of the text
     * @param end after its last character that is no blank; blanks and comments behind it are not part of it
     * @param line counted from 1
     * @param column counted from 0
     * @param anchor its number among the anchors of the document, or {@link #NO_ANCHOR}
     */
    record Place(int start, int end, int line, int column, int anchor) {
        static final int NO_ANCHOR = -1;
    }

    /** How a scalar is written. */
    enum Style {
        PLAIN,
        QUOTED,
        LITERAL,
        FOLDED
    }

    /**
     * A scalar.
     *
     * @param tag empty where none is written
     * @param implicit whether its type follows from its value
     */
    record Scalar(Place place, String value, String tag, boolean implicit, Style style) implements YamlNode {}

    /** A list. */
    record Sequence(Place place, boolean flow, List<YamlNode> elements) implements YamlNode {
        public Sequence {
            elements = List.copyOf(elements);
        }
    }

    /** A mapping. */
    record Mapping(Place place, boolean flow, List<Entry> entries) implements YamlNode {
        public Mapping {
            entries = List.copyOf(entries);
        }
    }

    /**
     * A node that stands for another.
     *
     * @param target the number of the other one's anchor
     */
    record Alias(Place place, int target) implements YamlNode {}

    /** A key and its value. */
    record Entry(YamlNode key, YamlNode value) {}

    /** {@return this node and all within it} */
    default Stream<YamlNode> all() {
        return Stream.concat(
                Stream.of(this),
                switch (this) {
                    case Scalar _, Alias _ -> Stream.empty();
                    case Sequence(var _, var _, var elements) ->
                        elements.stream().flatMap(YamlNode::all);
                    case Mapping(var _, var _, var entries) ->
                        entries.stream()
                                .flatMap(entry -> Stream.concat(
                                        entry.key().all(), entry.value().all()));
                });
    }
}
