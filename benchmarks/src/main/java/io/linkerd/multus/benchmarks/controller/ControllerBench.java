// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import io.linkerd.multus.benchmarks.figures.Baseline;
import io.linkerd.multus.benchmarks.figures.Comparison;
import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Report;
import io.linkerd.multus.benchmarks.figures.Series;
import io.linkerd.multus.benchmarks.workplace.Bench;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.images.trial.ImageTrial;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/**
 * Compares the controller.
 *
 * @param rounds how often everything is done, each time with an API server that has seen nothing yet
 * @param population of the cluster
 * @param idle for how long nothing happens
 */
public record ControllerBench(Workplace place, int rounds, Population population, Duration idle) implements Bench {
    /** As many as the controller works on at once. */
    private static final int AT_ONCE = 16;

    private static final double SECOND = 1e9;

    @Override
    public Report run() throws IOException, InterruptedException {
        var seen = new Comparison();
        var image = place.image(Service.CONTROLLER);
        for (var round = 1; round <= rounds; round++) {
            try (var cluster = place.cluster()) {
                var settlement = new Settlement(cluster.server().admin(), population);
                var attachments = optedIn(settlement);
                place.progress().run("make " + population.others() + " other namespaces", settlement::others);
                place.progress().run("make " + population.pods() + " pods", () -> settlement.pods(attachments.all()));
                new FollowedValues(cluster.server().admin())
                        .define(place.project().root());
                var trial = new ImageTrial(Service.CONTROLLER, image, cluster);
                new ControllerTrial(place, trial, attachments, population.workloads(), idle, seen.ours()).run();
            }
            write(1, Baseline.ONE_BY_ONE, seen);
            write(AT_ONCE, Baseline.IN_PARALLEL, seen);
        }
        return seen.report();
    }

    private Attachments optedIn(Settlement settlement) throws IOException, InterruptedException {
        return place.progress().step("make " + population.optedIn() + " namespaces", settlement::optedIn);
    }

    private void write(int atOnce, Baseline baseline, Comparison seen) throws IOException, InterruptedException {
        try (var cluster = place.cluster();
                var writer =
                        Writer.of(TrainingGround.prepare(cluster, Service.CONTROLLER, place.directory("account")))) {
            var attachments = optedIn(new Settlement(cluster.server().admin(), population));
            place.progress()
                    .run(
                            "the same writes, " + baseline.title(),
                            () -> write(writer, attachments, atOnce, seen.of(baseline)));
        }
    }

    private static void write(Writer writer, Attachments attachments, int atOnce, Series series)
            throws IOException, InterruptedException {
        var watch = new AttachmentWatch(attachments);
        var namespaces = attachments.all();
        var begin = System.nanoTime();
        var made = watched(
                () -> watch.attached(namespaces.count()),
                () -> namespaces.each(atOnce, namespace -> writer.attach(namespace, Configuration.FIRST)));
        series.add(Figure.CONTROLLER_STEADY, (made - begin) / SECOND);
        var next = System.nanoTime();
        var changed = watched(
                () -> watch.changed(namespaces.count()),
                () -> namespaces.each(atOnce, namespace -> writer.attach(namespace, Configuration.OTHER)));
        series.add(Figure.CONTROLLER_CHANGE, (changed - next) / SECOND);
    }

    private interface Writing {
        void run() throws IOException, InterruptedException;
    }

    /** Has a client write, watched in the same way as the controller; {@return what the watch says} */
    private static long watched(Callable<Long> watch, Writing writing) throws IOException, InterruptedException {
        var watcher = Executors.newSingleThreadExecutor();
        try {
            var end = watcher.submit(watch);
            writing.run();
            return Waiting.of(end);
        } finally {
            watcher.shutdownNow();
        }
    }
}
