// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.webhook;

import io.linkerd.multus.benchmarks.figures.Baseline;
import io.linkerd.multus.benchmarks.figures.Comparison;
import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Report;
import io.linkerd.multus.benchmarks.figures.Series;
import io.linkerd.multus.benchmarks.load.Answer;
import io.linkerd.multus.benchmarks.load.Wrk;
import io.linkerd.multus.benchmarks.workplace.Bench;
import io.linkerd.multus.benchmarks.workplace.ManyNamespaces;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.training.TrainingCluster;
import io.linkerd.multus.images.trial.ImageRoot;
import io.linkerd.multus.images.trial.ImageTrial;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Compares the webhook.
 *
 * @param rounds how often each is started
 * @param earlier another version, which is asked in turn
 * @param window for how long each is asked just after its start, then until it is warm, and then once more
 */
public record WebhookBench(Workplace place, int rounds, Optional<EarlierWebhook> earlier, Duration window)
        implements Bench {
    /** As many as an API server opens to a webhook that is busy. */
    private static final int CONNECTIONS = 8;

    private static final List<Beside> BESIDE = List.of(
            new Beside(1, Figure.WEBHOOK_RATE_1, Figure.WEBHOOK_P99_1),
            new Beside(64, Figure.WEBHOOK_RATE_64, Figure.WEBHOOK_P99_64),
            new Beside(256, Figure.WEBHOOK_RATE_256, Figure.WEBHOOK_P99_256));

    /** How many windows it takes until nearly all that is called often is compiled as well as can be. */
    private static final int WARMING = 4;

    /** How many namespaces the cluster has, all of which the webhook knows. */
    private static final int NAMESPACES = 1000;

    /** What is free by then stays free. */
    private static final Duration REST = Duration.ofSeconds(2);

    @Override
    public Report run() throws IOException, InterruptedException {
        var seen = new Comparison();
        Wrk.install(place.progress());
        try (var cluster = place.cluster()) {
            var namespaces = new ManyNamespaces(cluster.server().admin(), "bench", true, NAMESPACES);
            place.progress().run("make " + NAMESPACES + " namespaces", namespaces::create);
            var trial = place.trial(Service.WEBHOOK, cluster);
            var ours = new OurWebhook(trial);
            var before = earlier(cluster);
            var peer = new GoPeer(place.peer());
            var right = place.progress().step("compare the answers", () -> rehearse(ours, peer));
            var endpoint = new ServerAlone(place, trial.root(), right);
            for (var round = 1; round <= rounds; round++) {
                measure("ours, round " + round, ours, right, seen.ours());
                if (before.isPresent()) {
                    measure("the earlier one, round " + round, before.get(), right, seen.of(Baseline.EARLIER));
                }
                measure("the Go peer, round " + round, peer, right, seen.of(Baseline.GO));
                measure("the bare endpoint, round " + round, endpoint, right, seen.of(Baseline.ENDPOINT));
            }
        }
        return seen.report();
    }

    private Optional<OurWebhook> earlier(TrainingCluster cluster) throws IOException, InterruptedException {
        if (earlier.isEmpty()) {
            return Optional.empty();
        }
        var image = ImageRoot.unpack(earlier.get().image(), place.directory("earlier"));
        return Optional.of(new OurWebhook(
                new ImageTrial(Service.WEBHOOK, image, cluster, earlier.get().without())));
    }

    /** Has both answer, and makes sure that they answer the same; returns our answer. */
    private Answer rehearse(Contestant ours, Contestant peer) throws IOException, InterruptedException {
        try (var we = ours.start(place.directory("rehearsal"));
                var they = peer.start(place.directory("rehearsal"))) {
            var answer = we.ask();
            Review.verify(they.ask(), answer);
            return answer;
        }
    }

    /** Load is not looked at but for its status: the answers before and after it are. */
    private void measure(String name, Contestant contestant, Answer right, Series series)
            throws IOException, InterruptedException {
        place.progress().run(name, () -> {
            var directory = place.directory("webhook");
            try (var serving = contestant.start(directory)) {
                Review.verify(serving.ask(), right);
                ask(Wrk.against(serving.target(), directory, place.progress()), series);
                Review.verify(serving.ask(), right);
                Thread.sleep(REST);
                var memory = serving.memory().now();
                series.addKibibytes(Figure.WEBHOOK_RSS_BUSY, memory.peakKibibytes());
                series.addKibibytes(Figure.WEBHOOK_RSS_IDLE, memory.totalKibibytes());
            }
        });
    }

    private void ask(Wrk wrk, Series series) throws IOException, InterruptedException {
        var first = wrk.run(CONNECTIONS, window);
        series.add(Figure.WEBHOOK_FIRST_RATE, first.perSecond());
        series.add(Figure.WEBHOOK_FIRST_P50, first.p50());
        series.add(Figure.WEBHOOK_FIRST_P99, first.p99());
        var between = wrk.run(CONNECTIONS, window.multipliedBy(WARMING));
        var warm = wrk.run(CONNECTIONS, window);
        series.add(Figure.WEBHOOK_RATE, warm.perSecond());
        series.add(Figure.WEBHOOK_P50, warm.p50());
        series.add(Figure.WEBHOOK_P99, warm.p99());
        var failures = first.failures() + between.failures() + warm.failures();
        var requests = first.requests() + between.requests() + warm.requests();
        for (var beside : BESIDE) {
            var outcome = wrk.run(beside.connections(), window);
            series.add(beside.rate(), outcome.perSecond());
            series.add(beside.p99(), outcome.p99());
            failures += outcome.failures();
            requests += outcome.requests();
        }
        series.add(Figure.WEBHOOK_REQUESTS, (double) requests);
        series.add(Figure.WEBHOOK_FAILURES, failures);
    }

    /** Other numbers of connections, and what is noted of them. */
    private record Beside(int connections, Figure rate, Figure p99) {}
}
