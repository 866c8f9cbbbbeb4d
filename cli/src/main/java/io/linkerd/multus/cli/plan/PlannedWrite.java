// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One object that would be written.
 *
 * @param verb what would be done
 * @param apiVersion its group and version
 * @param kind as in {@code RoleBinding}
 * @param why to follow the object in a sentence
 * @param before what of it is shown, as it is; empty where there is none
 * @param after as it would be; empty where there would be none
 */
public record PlannedWrite(
        Verb verb,
        String apiVersion,
        String kind,
        String namespace,
        String name,
        String why,
        Optional<Map<String, Object>> before,
        Optional<Map<String, Object>> after) {
    /** What would be done. */
    public enum Verb {
        /** There is none. */
        CREATE("create"),
        /** It says something else, or does not name its owner. */
        CHANGE("change"),
        /** It would be deleted and made anew, since what differs cannot be changed. */
        REPLACE("replace"),
        /** Nobody needs it. */
        DELETE("delete");

        private final String word;

        Verb(String word) {
            this.word = word;
        }

        /** {@return it, as scripts read it} */
        public String word() {
            return word;
        }
    }

    /** {@return whether what it says is missing, or differs} Labels and owners do not count, nor does what is too much. */
    public boolean givesMore() {
        return verb != Verb.DELETE
                && after.stream()
                        .flatMap(tree -> tree.entrySet().stream())
                        .filter(member -> !member.getKey().equals("metadata"))
                        .anyMatch(member -> !same(
                                before.map(tree -> tree.get(member.getKey())).orElse(""), member.getValue()));
    }

    private static boolean same(Object one, Object other) {
        return (one instanceof List<?> first && other instanceof List<?> second)
                ? Set.copyOf(first).equals(Set.copyOf(second))
                : one.equals(other);
    }
}
