// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One operation {@code add} of a JSON Patch (RFC 6902); on a member that is there already, add replaces.
 *
 * @param pointer where, escaped as RFC 6901 has it
 * @param value what
 */
public record PatchOperation(String pointer, Value value) {
    /** What a patch may put into an object. */
    public sealed interface Value {
        /** A text. */
        record Text(String text) implements Value {}

        /** A whole number. */
        record Whole(long number) implements Value {}

        /** An object. */
        record Members(Map<String, ? extends Value> members) implements Value {
            public Members {
                members = Map.copyOf(members);
            }
        }
    }

    /** {@return a key as one step of a pointer} */
    public static String step(String key) {
        return "/" + key.replace("~", "~0").replace("/", "~1");
    }

    /** {@return where the operations put something} */
    public static String pointers(List<PatchOperation> operations) {
        return operations.stream().map(PatchOperation::pointer).collect(Collectors.joining(", "));
    }
}
