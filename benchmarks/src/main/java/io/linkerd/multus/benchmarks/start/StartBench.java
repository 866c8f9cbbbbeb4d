// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.start;

import io.linkerd.multus.benchmarks.figures.Baseline;
import io.linkerd.multus.benchmarks.figures.Comparison;
import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Report;
import io.linkerd.multus.benchmarks.figures.Series;
import io.linkerd.multus.benchmarks.webhook.FirstAnswer;
import io.linkerd.multus.benchmarks.workplace.Bench;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.trial.ImageTrial;
import io.linkerd.multus.localcluster.apiserver.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Compares the starts of all services, each on one processor.
 *
 * @param rounds how often each is started, either way
 */
public record StartBench(Workplace place, int rounds) implements Bench {
    private static final List<String> WITHOUT_CACHE = List.of("-XX:AOTMode=off");
    private static final double NANOS_PER_SECOND = 1e9;

    @Override
    public Report run() throws IOException, InterruptedException {
        var seen = new Comparison();
        try (var cluster = place.cluster();
                var grounds = ScratchDirectory.ofShortPath("bench")) {
            var trials = new EnumMap<Service, ImageTrial>(Service.class);
            for (var service : Service.lasting()) {
                trials.put(service, place.trial(service, cluster).onOneProcessor());
            }
            for (var round = 1; round <= rounds; round++) {
                for (var trial : trials.values()) {
                    var name = trial.service().module() + ", round " + round;
                    place.progress().run(name, () -> start(trial, grounds.path(), List.of(), seen.ours()));
                    place.progress()
                            .run(
                                    name + ", without cache",
                                    () -> start(trial, grounds.path(), WITHOUT_CACHE, seen.of(Baseline.UNTRAINED)));
                    if (trial.service() == Service.WEBHOOK) {
                        var answer = place.progress()
                                .step(
                                        "the bare endpoint, round " + round,
                                        () -> FirstAnswer.withoutWebhook(place, trial, place.directory("webhook")));
                        seen.of(Baseline.ENDPOINT)
                                .add(Figure.START_WEBHOOK_ANSWER, answer.toNanos() / NANOS_PER_SECOND);
                    }
                }
            }
        }
        return seen.report();
    }

    private static void start(ImageTrial trial, Path grounds, List<String> flags, Series series) throws IOException {
        var ground = Files.createTempDirectory(grounds, trial.service().module());
        try (var started = trial.start(ground, flags, Map.of())) {
            if (trial.service() == Service.WEBHOOK) {
                FirstAnswer.await(started);
                series.add(Figure.START_WEBHOOK_ANSWER, since(started));
            }
            started.awaitReady();
            series.add(figure(trial.service()), since(started));
        }
    }

    private static double since(ImageTrial.Started started) {
        return (System.nanoTime() - started.process().begin()) / NANOS_PER_SECOND;
    }

    private static Figure figure(Service service) {
        return switch (service) {
            case INSTALLER -> Figure.START_INSTALLER;
            case CONTROLLER -> Figure.START_CONTROLLER;
            case WEBHOOK -> Figure.START_WEBHOOK;
            case MULTUS -> Figure.START_MULTUS;
            case CLI -> throw new IllegalArgumentException("the command line starts for each call");
        };
    }
}
