// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import java.util.ArrayList;
import java.util.List;

/** What differs between two texts of a few hundred lines, as lines that begin with {@code +}, {@code -} or a blank. */
final class LineDiff {
    private LineDiff() {}

    static List<String> of(List<String> before, List<String> after) {
        var common = common(before, after);
        var lines = new ArrayList<String>();
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
                lines.add(" " + before.get(i));
                i++;
                j++;
            } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
                lines.add("-" + before.get(i));
                i++;
            } else {
                lines.add("+" + after.get(j));
                j++;
            }
        }
        return lines;
    }

    /** How many lines the rests have in common, from each place on. */
    private static int[][] common(List<String> before, List<String> after) {
        var common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] = before.get(i).equals(after.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }
}
