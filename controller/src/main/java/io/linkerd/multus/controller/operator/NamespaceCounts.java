// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import java.util.Map;

/**
 * How many namespaces have what they ask for.
 *
 * @param attached those whose attachment is as it has to be
 * @param waiting those that get theirs as soon as it can be written
 * @param blocked those where somebody else's is in the place of ours
 * @param leaving those that do not ask any more, and whose pods still need theirs
 */
public record NamespaceCounts(int attached, int waiting, int blocked, int leaving) {
    /** {@return those that a status told} */
    static NamespaceCounts of(Map<?, ?> told) {
        return new NamespaceCounts(
                number(told, "attached"), number(told, "waiting"), number(told, "blocked"), number(told, "leaving"));
    }

    private static int number(Map<?, ?> told, String field) {
        return told.get(field) instanceof Number number ? number.intValue() : 0;
    }

    /** {@return them as a status tells them} */
    Map<String, Object> told() {
        return Map.of(
                "attached",
                attached,
                "waiting",
                waiting,
                "blocked",
                blocked,
                "leaving",
                leaving,
                "summary",
                attached + "/" + (attached + waiting + blocked));
    }
}
