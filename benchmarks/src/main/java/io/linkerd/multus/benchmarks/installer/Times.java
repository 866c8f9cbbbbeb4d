// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Series;
import java.io.IOException;
import java.time.Duration;

/**
 * How long a process took to put its files right in the first seconds. What it does for the first time is a figure of its own, and is what
 * a node sees that was left alone for a week.
 */
final class Times {
    /** So many of each kind, after the first. */
    private static final int VALUES = 5;

    /**
     * The installer gives way to whoever spoils a file again and again: from the fourth repair on it waits 100 ms, 200 ms and so on
     * before the next. Within this time the last one here is repaired at once as well.
     */
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final Series series;

    Times(Series series) {
        this.series = series;
    }

    /** Spoils both files of {@code node} again and again. */
    void repairs(Node node) throws IOException, InterruptedException {
        for (var repair = 0; repair <= VALUES; repair++) {
            Thread.sleep(PAUSE);
            series.add(
                    repair == 0 ? Figure.INSTALLER_KUBECONFIG_FIRST : Figure.INSTALLER_KUBECONFIG,
                    node.repairKubeconfig());
            series.add(repair == 0 ? Figure.INSTALLER_PLUGIN_FIRST : Figure.INSTALLER_PLUGIN, node.repairPlugin());
        }
    }

    /** Gives {@code node} another token. */
    void rotation(Node node, String token) throws IOException, InterruptedException {
        Thread.sleep(PAUSE);
        series.add(Figure.INSTALLER_ROTATION_FIRST, node.rotate(token));
    }
}
