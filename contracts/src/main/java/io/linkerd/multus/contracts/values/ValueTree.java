// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.values;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** A value of Linkerd's values, without a place in any text: two are equal when they mean the same. Order of members means nothing. */
public sealed interface ValueTree {

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
    record Number(BigDecimal value) implements ValueTree {
        public Number {
            value = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
        }

        /** A whole number. */
        public static Number of(long value) {
            return new Number(BigDecimal.valueOf(value));
        }
    }

    /** A boolean. */
    record Flag(boolean value) implements ValueTree {}

    /** Null, which for Linkerd is as good as absent in most places. */
    record Nothing() implements ValueTree {}
}
