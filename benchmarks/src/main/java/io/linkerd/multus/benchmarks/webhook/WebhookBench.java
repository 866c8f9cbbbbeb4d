// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.webhook;

import io.linkerd.multus.benchmarks.figures.Baseline;
import io.linkerd.multus.benchmarks.figures.Comparison;
import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Report;
import io.linkerd.multus.benchmarks.figures.Series;
import io.linkerd.multus.benchmarks.load.Answer;
import io.linkerd.multus.benchmarks.load.Load;
import io.linkerd.multus.benchmarks.workplace.Bench;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.Service;
import java.io.IOException;
import java.time.Duration;

/**
 * Compares the webhook.
 *
 * @param rounds how often each is started
 * @param window for how long each is asked just after its start, then until it is warm, and then once more
 */
public record WebhookBench(Workplace place, int rounds, Duration window) implements Bench {
    /** As many as an API server opens to a webhook that is busy. */
    private static final int CONNECTIONS = 8;

    private static final double P50 = 0.5;
    private static final double P99 = 0.99;
    /** What is free by then stays free. */
    private static final Duration REST = Duration.ofSeconds(2);

    @Override
    public Report run() throws IOException, InterruptedException {
        var seen = new Comparison();
        try (var cluster = place.cluster()) {
            var trial = place.trial(Service.WEBHOOK, cluster);
            var ours = new OurWebhook(trial);
            var peer = new GoPeer(place.peer());
            var right = place.progress().step("warm the client", () -> rehearse(ours, peer));
            var endpoint = new ServerAlone(place, trial.root(), right);
            for (var round = 1; round <= rounds; round++) {
                measure("ours, round " + round, ours, right, seen.ours());
                measure("the Go peer, round " + round, peer, right, seen.of(Baseline.GO));
                measure("the bare endpoint, round " + round, endpoint, right, seen.of(Baseline.ENDPOINT));
            }
        }
        return seen.report();
    }

    /** Has both answer, which warms the client as well, and makes sure that they answer the same; returns our answer. */
    private Answer rehearse(Contestant ours, Contestant peer) throws IOException, InterruptedException {
        try (var we = ours.start(place.directory("rehearsal"));
                var they = peer.start(place.directory("rehearsal"))) {
            var answer = we.ask();
            Review.verify(they.ask(), answer);
            new Load(they.target(), CONNECTIONS).run(window);
            return answer;
        }
    }

    /** Load is not looked at but for its status: the answers before and after it are. */
    private void measure(String name, Contestant contestant, Answer right, Series series)
            throws IOException, InterruptedException {
        place.progress().run(name, () -> {
            try (var serving = contestant.start(place.directory("webhook"))) {
                Review.verify(serving.ask(), right);
                var load = new Load(serving.target(), CONNECTIONS);
                var first = load.run(window);
                series.add(Figure.WEBHOOK_FIRST_RATE, first.perSecond());
                series.add(Figure.WEBHOOK_FIRST_P50, first.millis().percentile(P50));
                series.add(Figure.WEBHOOK_FIRST_P99, first.millis().percentile(P99));
                var between = load.run(window);
                var warm = load.run(window);
                Review.verify(serving.ask(), right);
                series.add(Figure.WEBHOOK_RATE, warm.perSecond());
                series.add(Figure.WEBHOOK_P50, warm.millis().percentile(P50));
                series.add(Figure.WEBHOOK_P99, warm.millis().percentile(P99));
                series.add(Figure.WEBHOOK_FAILURES, first.failures() + between.failures() + warm.failures());
                Thread.sleep(REST);
                var memory = serving.memory().now();
                series.addKibibytes(Figure.WEBHOOK_RSS_BUSY, memory.peakKibibytes());
                series.addKibibytes(Figure.WEBHOOK_RSS_IDLE, memory.totalKibibytes());
            }
        });
    }
}
