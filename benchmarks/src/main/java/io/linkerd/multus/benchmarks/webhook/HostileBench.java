// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.webhook;

import io.linkerd.multus.benchmarks.figures.Baseline;
import io.linkerd.multus.benchmarks.figures.Comparison;
import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Report;
import io.linkerd.multus.benchmarks.figures.Series;
import io.linkerd.multus.benchmarks.load.Answer;
import io.linkerd.multus.benchmarks.load.Hostility;
import io.linkerd.multus.benchmarks.load.Load;
import io.linkerd.multus.benchmarks.load.Outcome;
import io.linkerd.multus.benchmarks.workplace.Bench;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.Service;
import java.io.IOException;
import java.time.Duration;

/**
 * Whether a client that behaves is answered by a webhook that others attack: the same process first left alone, then attacked.
 *
 * @param window for how long it is attacked
 */
public record HostileBench(Workplace place, Duration window) implements Bench {
    /** What an API server keeps open to a webhook that has little to do. */
    private static final int CONNECTIONS = 2;

    @Override
    public Report run() throws IOException, InterruptedException {
        var seen = new Comparison();
        try (var cluster = place.cluster();
                var open = new OurWebhook(place.trial(Service.WEBHOOK, cluster)).open(place.directory("webhook"))) {
            var serving = open.serving();
            var load = new Load(serving.target(), CONNECTIONS);
            var right = serving.ask();
            place.progress().run("warm it", () -> load.run(window.dividedBy(6)));
            place.progress().run("left alone", () -> note(load, open, seen.of(Baseline.LEFT_ALONE)));
            place.progress().run("attacked", () -> attack(load, open, seen.ours()));
            verifyAfterwards(serving, right);
        }
        return seen.report();
    }

    private void attack(Load load, OurWebhook.Open open, Series series) throws IOException, InterruptedException {
        var serving = open.serving();
        try (var hostility = new Hostility(serving.target(), Review.longText(), open.healthPort())) {
            note(load, open, series);
            if (hostility.attempts() == 0) {
                throw new IOException("nobody attacked");
            }
        }
        series.addKibibytes(Figure.HOSTILE_RSS, serving.memory().now().peakKibibytes());
    }

    private void note(Load load, OurWebhook.Open open, Series series) throws IOException, InterruptedException {
        try (var kubelet = new Kubelet(open.healthPort())) {
            note(load.run(window), series);
            series.add(Figure.HOSTILE_PROBES, kubelet.failures());
        }
    }

    private static void note(Outcome outcome, Series series) {
        series.add(Figure.HOSTILE_RATE, outcome.perSecond());
        series.add(Figure.HOSTILE_P50, outcome.p50());
        series.add(Figure.HOSTILE_P99, outcome.p99());
        series.add(Figure.HOSTILE_FAILURES, outcome.failures());
    }

    /** The process is tethered to this one and never started again: who answers now is who answered before. */
    private static void verifyAfterwards(Serving serving, Answer right) throws IOException {
        Review.verify(serving.ask(), right);
    }
}
