// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.settings;

import java.util.Comparator;
import java.util.Set;

/** Finds the known key that a mistyped one most likely stands for. */
final class Nearest {
    private Nearest() {}

    static String to(String key, Set<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((String candidate) -> distance(key, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** Edits (insert, remove, replace one character) that lead from one word to the other. */
    static int distance(String from, String to) {
        int[] previous = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            previous[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] current = new int[to.length() + 1];
            current[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int replaced = previous[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(replaced, Math.min(previous[column], current[column - 1]) + 1);
            }
            previous = current;
        }
        return previous[to.length()];
    }
}
