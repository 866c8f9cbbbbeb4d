// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;

/** A value of Linkerd's values, without a place in any text: two are equal when they mean the same. Order of members means nothing. */
public sealed interface ValueTree {

    /** {@return what is at a path below this, names taken exactly} Null is there; what is below a value that is no mapping is not. */
    default Optional<ValueTree> at(ValuesPath path) {
        var found = Optional.of(this);
        for (var name : path.names()) {
            found = found.flatMap(value ->
                    value instanceof Members(var members) ? Optional.ofNullable(members.get(name)) : Optional.empty());
        }
        return found;
    }

    /**
     * {@return the same with these values, none of whose paths is within another} What is no mapping on the way to one gives way to a mapping.
     */
    default ValueTree with(SortedMap<ValuesPath, ValueTree> edits) {
        var members = new LinkedHashMap<String, ValueTree>(this instanceof Members(var old) ? old : Map.of());
        ValuesPath.byMember(edits)
                .forEach((name, within) -> members.put(
                        name,
                        within.isEmpty()
                                ? edits.getOrDefault(ValuesPath.of(name), new Nothing())
                                : members.getOrDefault(name, new Nothing()).with(within)));
        return new Members(members);
    }

    /**
     * A mapping.
     *
     * @param members in the order in which they are written
     */
    record Members(SequencedMap<String, ValueTree> members) implements ValueTree {
        public Members {
            members = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(members));
        }

        /** A mapping of these, in the order that the map has. */
        public static Members of(Map<String, ? extends ValueTree> members) {
            return new Members(new LinkedHashMap<>(members));
        }
    }

    /** A list, whose order counts. */
    record Elements(List<ValueTree> elements) implements ValueTree {
        public Elements {
            elements = List.copyOf(elements);
        }
    }

    /** A string. */
    record Text(String value) implements ValueTree {}

    /** A number; {@code 1} and {@code 1.0} are one. */
    @SuppressWarnings("AvoidCommonTypeNames") // it is never met without its outer name where java.lang's could be meant
    record Number(BigDecimal value) implements ValueTree {
        public Number {
            value = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
        }

        private static final int LONGEST = 400;

        /** A whole number. */
        public static Number of(long value) {
            return new Number(BigDecimal.valueOf(value));
        }

        /** {@return its digits, without an exponent unless they were many} */
        public String digits() {
            return Math.abs(value.scale()) > LONGEST ? value.toString() : value.toPlainString();
        }
    }

    /** A boolean. */
    record Flag(boolean value) implements ValueTree {}

    /** Null, which for Linkerd is as good as absent in most places. */
    record Nothing() implements ValueTree {}
}
