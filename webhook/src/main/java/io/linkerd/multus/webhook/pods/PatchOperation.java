// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.pods;

import java.util.Map;

/**
 * One operation {@code add} of a JSON Patch (RFC 6902); on a member that is there already, add replaces.
 *
 * @param pointer where, escaped as RFC 6901 has it
 * @param value what
 */
record PatchOperation(String pointer, Value value) {

    /** What a patch may put into a pod. */
    sealed interface Value {
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

    /** Writes a key as one step of a pointer. */
    static String step(String key) {
        return "/" + key.replace("~", "~0").replace("/", "~1");
    }
}
