// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.settings;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SortedSet;

/** Finds the known key that a mistyped one most likely stands for. */
final class NearestKey {
    private NearestKey() {}

    static String to(String key, SortedSet<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(candidate -> distance(key, candidate)))
                .orElseThrow();
    }

    /** Levenshtein's distance: insertions, deletions and replacements that lead from one to the other, one row at a time. */
    private static int distance(String from, String to) {
        var row = new int[to.length() + 1];
        Arrays.setAll(row, column -> column);
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
