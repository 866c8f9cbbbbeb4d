// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The figures of a run, each beside its baselines and its bound. */
public record Report(List<Measured> figures) {
    /** Copies the list. */
    public Report {
        figures = List.copyOf(figures);
    }

    /** {@return whether every bound was kept} */
    public boolean passed() {
        return figures.stream().noneMatch(measured -> measured.verdict() == Verdict.FAIL);
    }

    /** {@return a table; medians, the range of ours, and ours divided by each baseline} */
    public String text() {
        var baselines = Arrays.stream(Baseline.values()).filter(this::isUsed).toList();
        var table = new Table();
        table.row(header(baselines));
        for (var measured : figures) {
            table.row(cells(measured, baselines));
        }
        return table.text();
    }

    private boolean isUsed(Baseline baseline) {
        return figures.stream().anyMatch(measured -> measured.baselines().containsKey(baseline));
    }

    private static List<String> header(List<Baseline> baselines) {
        var cells = new ArrayList<>(List.of("", "ours", "of rounds"));
        for (var baseline : baselines) {
            cells.addAll(List.of(baseline.title(), "ratio"));
        }
        cells.addAll(List.of("bound", ""));
        return cells;
    }

    private static List<String> cells(Measured measured, List<Baseline> baselines) {
        var figure = measured.figure();
        var unit = figure.unit();
        var ours = measured.ours();
        var cells = new ArrayList<>(List.of(
                figure.title(),
                unit.text(ours.median()),
                unit.text(ours.lowest()) + " – " + unit.text(ours.highest())));
        for (var baseline : baselines) {
            if (measured.baselines().containsKey(baseline)) {
                var theirs = measured.of(baseline);
                cells.addAll(List.of(unit.text(theirs), ratio(ours.median(), theirs)));
            } else {
                cells.addAll(List.of("", ""));
            }
        }
        cells.addAll(List.of(figure.bound().text(unit), measured.verdict().word()));
        return cells;
    }

    private static String ratio(double ours, double theirs) {
        return theirs == 0 ? "" : String.format(Locale.ROOT, "%.2f", ours / theirs);
    }
}
