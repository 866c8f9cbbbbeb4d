// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

import java.util.ArrayList;
import java.util.List;

/** Text in columns, as wide as they have to be: the first to the left, the others to the right. */
final class Table {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a row, of as many cells as the rows before. */
    void row(List<String> cells) {
        rows.add(List.copyOf(cells));
    }

    String text() {
        var text = new StringBuilder();
        for (var row : rows) {
            var line = new StringBuilder();
            for (var column = 0; column < row.size(); column++) {
                line.append(column == 0 ? "" : GAP).append(cell(row, column));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private String cell(List<String> row, int column) {
        var cell = row.get(column);
        var space = " ".repeat(width(column) - cell.length());
        return column == 0 ? cell + space : space + cell;
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
