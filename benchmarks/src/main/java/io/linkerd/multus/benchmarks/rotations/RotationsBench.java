// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.rotations;

import io.linkerd.multus.benchmarks.figures.Comparison;
import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Report;
import io.linkerd.multus.benchmarks.figures.Series;
import io.linkerd.multus.benchmarks.workplace.Bench;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.localcluster.programs.Await;
import java.io.IOException;
import java.time.Duration;

/**
 * Makes pods while certificates are followed by the next.
 *
 * @param admissions how many pods at least
 * @param rotations how many authorities have to be followed by the next, and dropped, at least
 */
public record RotationsBench(Workplace place, int admissions, int rotations) implements Bench {
    /** An authority takes about twelve seconds. */
    private static final Duration PATIENCE_FOR_EACH = Duration.ofMinutes(2);

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final double SECOND = 1e9;

    @Override
    public Report run() throws IOException, InterruptedException {
        var seen = new Comparison();
        try (var cluster = place.cluster();
                var replicas = Replicas.start(place, cluster)) {
            place.progress().run("follow " + rotations + " authorities", () -> rotate(replicas, seen.ours()));
        }
        return seen.report();
    }

    private void rotate(Replicas replicas, Series series) throws IOException {
        var begin = System.nanoTime();
        try (var pods = new PodMaker(replicas.admin());
                var visitors = new Visitors(replicas)) {
            var over = Await.holds(PATIENCE_FOR_EACH.multipliedBy(rotations), LOOK, () -> {
                var now = replicas.rotations();
                pods.keepPace((double) now.retired() / rotations * admissions);
                return now.retired() >= rotations && pods.made() >= admissions;
            });
            if (!over) {
                throw new IOException(
                        "only " + replicas.rotations() + " and " + pods.made() + " pods; " + pods.problem());
            }
            note(pods, visitors, replicas.rotations(), series);
        }
        series.add(Figure.ROTATIONS_SECONDS, (System.nanoTime() - begin) / SECOND);
    }

    private static void note(PodMaker pods, Visitors visitors, Rotations rotations, Series series) {
        series.add(Figure.ROTATIONS_ADMISSIONS, (double) pods.made());
        series.add(Figure.ROTATIONS_FAILURES, (double) pods.failures());
        series.add(Figure.ROTATIONS_HANDSHAKES, (double) visitors.handshakes());
        series.add(Figure.ROTATIONS_TLS_ERRORS, (double) visitors.failures());
        series.add(Figure.ROTATIONS_AUTHORITIES, (double) rotations.signed());
        series.add(Figure.ROTATIONS_RETIRED, (double) rotations.retired());
        series.add(Figure.ROTATIONS_LEAVES, (double) rotations.leaves());
        pods.problem().ifPresent(problem -> System.out.println("the first pod that failed: " + problem));
        visitors.problem().ifPresent(problem -> System.out.println("the first handshake that failed: " + problem));
    }
}
