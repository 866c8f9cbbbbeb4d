// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Sample;
import io.linkerd.multus.benchmarks.figures.Series;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How long nodes took to be as they should be again. What a process does for the first time is a figure of its own; percentiles are of
 * what it does from then on, in all rounds.
 */
final class Times {
    /** So many of each kind in each process, after the first. */
    static final int VALUES = 5;

    /**
     * The installer gives way to whoever spoils a file again and again: from the fourth repair on it waits 100 ms, 200 ms and so on
     * before the next. Within this time the last one here is repaired at once as well.
     */
    private static final Duration PAUSE = Duration.ofMillis(300);

    private static final double P50 = 0.5;
    private static final double P99 = 0.99;

    private final Series series;
    private final List<Double> kubeconfigs = new ArrayList<>();
    private final List<Double> plugins = new ArrayList<>();
    private final List<Double> rotations = new ArrayList<>();

    Times(Series series) {
        this.series = series;
    }

    /** A token that was not there before. */
    interface Token {
        String next() throws IOException;
    }

    /** Spoils both files of {@code node} again and again. */
    void repairs(Node node) throws IOException, InterruptedException {
        for (var repair = 0; repair <= VALUES; repair++) {
            Thread.sleep(PAUSE);
            add(repair, node.repairKubeconfig(), Figure.INSTALLER_DRIFT_FIRST, kubeconfigs);
            add(repair, node.repairPlugin(), Figure.INSTALLER_PLUGIN_FIRST, plugins);
        }
    }

    /** Gives {@code node} one token after the other. */
    void rotations(Node node, Token token) throws IOException, InterruptedException {
        for (var rotation = 0; rotation <= VALUES; rotation++) {
            var next = token.next();
            Thread.sleep(PAUSE);
            add(rotation, node.rotate(next), Figure.INSTALLER_ROTATION_FIRST, rotations);
        }
    }

    /** Notes the percentiles. */
    void close() {
        close(kubeconfigs, Figure.INSTALLER_DRIFT_P50, Figure.INSTALLER_DRIFT_P99);
        close(plugins, Figure.INSTALLER_PLUGIN_P50, Figure.INSTALLER_PLUGIN_P99);
        close(rotations, Figure.INSTALLER_ROTATION_P50, Figure.INSTALLER_ROTATION_P99);
    }

    private void add(int number, double millis, Figure first, List<Double> others) {
        if (number == 0) {
            series.add(first, millis);
        } else {
            others.add(millis);
        }
    }

    private void close(List<Double> millis, Figure p50, Figure p99) {
        var sample = Sample.of(millis);
        series.add(p50, sample.percentile(P50));
        series.add(p99, sample.percentile(P99));
    }
}
