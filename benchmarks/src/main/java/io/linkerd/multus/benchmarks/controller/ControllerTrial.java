// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Series;
import io.linkerd.multus.benchmarks.workplace.ManyNamespaces;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.trial.ImageTrial;
import io.linkerd.multus.localcluster.programs.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/**
 * Has the controller's image do what a day brings it.
 *
 * @param attachments of those who opted in before it was started
 * @param workloads with meshed pods, in those
 * @param idle for how long nothing happens
 */
record ControllerTrial(
        Workplace place, ImageTrial trial, Attachments attachments, int workloads, Duration idle, Series series) {
    private static final double SECOND = 1e9;
    private static final int NEWCOMERS = 1000;
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final String MEANWHILE = "meanwhile";
    private static final Pattern LOOKS = Pattern.compile(
            "^linkerd_multus_controller_reconciles_total\\{[^}]*kind=\"network-attachment\",result=\"settled\"} (\\S+)$",
            Pattern.MULTILINE);

    void run() throws IOException, InterruptedException {
        var before = now();
        try (var started = start()) {
            var begin = started.process().begin();
            var steady = place.progress()
                    .step(
                            "the controller attaches all",
                            () -> watch().attached(attachments.all().count()));
            var all = attachments.count();
            series.add(Figure.CONTROLLER_STEADY, (steady - begin) / SECOND);
            series.add(Figure.CONTROLLER_WRITES, now().perAttachment(before, all));
            series.add(Figure.CONTROLLER_FIRST_OTHER_WRITES, (double)
                    (now().ofController(before) - (now().attachments() - before.attachments())));
            place.progress().run("one namespace after the other opts in, and out", () -> {
                new SingleNamespaces(watch(), series).run();
            });
            place.progress().run("a change of the configuration", () -> change(all));
            place.progress().run(NEWCOMERS + " new namespaces", () -> newcomers(all));
            place.progress().run("another proxy for " + workloads + " workloads", this::upgrade);
            place.progress().run("all is looked at again", () -> lookAgain(started));
            place.progress().run("nothing happens", this::nothing);
            remember(started);
            started.process().stop();
        }
        place.progress().run("a restart", this::restart);
    }

    private void change(long all) throws IOException, InterruptedException {
        new ManyNamespaces(attachments.api(), MEANWHILE, false, 1).create();
        var namespace = new ManyNamespaces(attachments.api(), MEANWHILE, true, 1).name(0);
        var before = now();
        var begin = System.nanoTime();
        Configuration.change(attachments.api());
        try (var beside = Executors.newSingleThreadExecutor()) {
            var other = beside.submit(() -> {
                var optedIn = System.nanoTime();
                SingleNamespaces.optIn(attachments.api(), namespace);
                return watch().is(namespace, true) - optedIn;
            });
            var end = watch().changed(all);
            Thread.sleep(AttachmentWatch.QUIET);
            series.add(Figure.CONTROLLER_CHANGE, (end - begin) / SECOND);
            // One that opts in just before the change is heard of is written twice.
            series.add(Figure.CONTROLLER_CHANGE_WRITES, now().perAttachment(before, all + 2));
            series.add(Figure.CONTROLLER_CHANGE_OTHER, Waiting.of(other) / SECOND);
        }
    }

    private void newcomers(long before) throws IOException, InterruptedException {
        var namespaces = new ManyNamespaces(attachments.api(), "new", true, NEWCOMERS);
        var first = System.nanoTime();
        namespaces.create();
        var last = System.nanoTime();
        var end = watch().reached(before + 1 + NEWCOMERS);
        series.add(Figure.CONTROLLER_NEWCOMERS, Math.max(0, end - last) / SECOND);
        series.add(Figure.CONTROLLER_NEWCOMERS_ALL, (end - first) / SECOND);
    }

    private void upgrade() throws IOException {
        var values = new FollowedValues(attachments.api());
        values.outdated(0);
        var begin = System.nanoTime();
        values.upgrade();
        series.add(Figure.CONTROLLER_OUTDATED, (values.outdated(workloads) - begin) / SECOND);
    }

    /** That comes by itself, after minutes. */
    private void lookAgain(ImageTrial.Started started) throws IOException, InterruptedException {
        Thread.sleep(AttachmentWatch.QUIET);
        var before = now();
        var looks = looks(started);
        awaitLooks(started, looks + attachments.count());
        series.add(Figure.CONTROLLER_LOOK_WRITES, (double) now().ofController(before));
    }

    private void nothing() throws IOException, InterruptedException {
        var before = now();
        Thread.sleep(idle);
        series.add(Figure.CONTROLLER_IDLE_WRITES, (double) (now().all() - before.all()));
    }

    private void restart() throws IOException, InterruptedException {
        var before = now();
        try (var started = start()) {
            awaitLooks(started, (double) attachments.count());
            series.add(
                    Figure.CONTROLLER_RESTART,
                    (System.nanoTime() - started.process().begin()) / SECOND);
            Thread.sleep(AttachmentWatch.QUIET);
            series.add(Figure.CONTROLLER_RESTART_WRITES, (double) now().ofController(before));
            started.process().stop();
        }
    }

    private ImageTrial.Started start() throws IOException {
        return trial.start(place.directory("controller"), List.of(), Map.of());
    }

    private void remember(ImageTrial.Started started) throws IOException {
        var memory = started.process().memory();
        series.addKibibytes(Figure.CONTROLLER_RSS_BUSY, memory.peakKibibytes());
        series.addKibibytes(Figure.CONTROLLER_RSS_IDLE, memory.totalKibibytes());
    }

    private static void awaitLooks(ImageTrial.Started started, double enough) throws IOException {
        started.awaitReady();
        if (!Await.holds(PATIENCE, POLL, () -> looks(started) >= enough)) {
            throw new IOException("not everything was looked at within " + PATIENCE.toMinutes() + " min");
        }
    }

    /** {@return how many looks at a namespace it counts} */
    private static double looks(ImageTrial.Started started) throws IOException {
        var metrics = started.ground().health("/metrics").body();
        return LOOKS.matcher(metrics)
                .results()
                .mapToDouble(line -> Double.parseDouble(line.group(1)))
                .sum();
    }

    private AttachmentWatch watch() {
        return new AttachmentWatch(attachments);
    }

    private Writes now() throws IOException {
        return Writes.now(attachments.api());
    }
}
