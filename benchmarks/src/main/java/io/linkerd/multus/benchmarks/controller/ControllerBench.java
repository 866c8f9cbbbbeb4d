// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import io.linkerd.multus.benchmarks.figures.Baseline;
import io.linkerd.multus.benchmarks.figures.Comparison;
import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Report;
import io.linkerd.multus.benchmarks.figures.Series;
import io.linkerd.multus.benchmarks.workplace.Bench;
import io.linkerd.multus.benchmarks.workplace.ManyNamespaces;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.training.TrainingCluster;
import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.images.trial.ImageTrial;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * Compares the controller.
 *
 * @param rounds how often everything is done, each time with an API server that has seen nothing yet
 * @param count how many namespaces opt in
 * @param idle for how long nothing happens
 */
public record ControllerBench(Workplace place, int rounds, int count, Duration idle) implements Bench {
    /** As many as the controller works on at once. */
    private static final int AT_ONCE = 16;

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration QUIET = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofMinutes(30);
    private static final double SECOND = 1e9;
    private static final String CHANGED = "\"proxy-uid\": 2103";
    private static final String CONFIG = "{\"name\":\"linkerd-cni\",\"type\":\"linkerd-cni\",\"log_level\":\"info\","
            + "\"kubernetes\":{\"kubeconfig\":\"/etc/cni/linkerd-multus/linkerd-cni.kubeconfig\"},\"linkerd\":"
            + "{\"incoming-proxy-port\":4143,\"outgoing-proxy-port\":4140," + CHANGED + "}}";
    private static final String FIRST = CONFIG.replace("2103", "2102");

    @Override
    public Report run() throws IOException, InterruptedException {
        var seen = new Comparison();
        var image = place.image(Service.CONTROLLER);
        for (var round = 1; round <= rounds; round++) {
            try (var cluster = place.cluster()) {
                var attachments = filled(cluster.server().admin());
                reconcile(new ImageTrial(Service.CONTROLLER, image, cluster), attachments, seen.ours());
            }
            write(1, Baseline.ONE_BY_ONE, seen);
            write(AT_ONCE, Baseline.IN_PARALLEL, seen);
        }
        return seen.report();
    }

    private Attachments filled(PlainApiClient api) throws IOException, InterruptedException {
        var namespaces = new ManyNamespaces(api, count);
        place.progress().run("make " + count + " namespaces", namespaces::create);
        return new Attachments(api, namespaces);
    }

    private void reconcile(ImageTrial trial, Attachments attachments, Series series)
            throws IOException, InterruptedException {
        var api = attachments.api();
        var before = Writes.now(api);
        try (var started = trial.start(place.directory("controller"), List.of(), Map.of())) {
            var begin = started.process().begin();
            var steady = place.progress().step("the controller attaches all", () -> attached(attachments, count));
            var all = attachments.count();
            series.add(Figure.CONTROLLER_STEADY, (steady - begin) / SECOND);
            series.add(Figure.CONTROLLER_WRITES, Writes.now(api).perAttachment(before, all));
            change(attachments, all, series);
            place.progress().run("nothing happens", () -> idle(api, series));
            var memory = started.process().memory();
            series.addKibibytes(Figure.CONTROLLER_RSS_BUSY, memory.peakKibibytes());
            series.addKibibytes(Figure.CONTROLLER_RSS_IDLE, memory.totalKibibytes());
        }
    }

    private void change(Attachments attachments, long all, Series series) throws IOException, InterruptedException {
        var api = attachments.api();
        var before = Writes.now(api);
        var begin = System.nanoTime();
        api.merge(
                        TrainingCluster.CNI_CONFIG_MAP,
                        "{\"data\":{\"cni_network_config\":\"" + CONFIG.replace("\"", "\\\"") + "\"}}")
                .orThrow();
        var end = place.progress().step("the controller passes a change on", () -> changed(attachments, all));
        Thread.sleep(QUIET); // who writes more than was needed may do so afterwards
        series.add(Figure.CONTROLLER_CHANGE, (end - begin) / SECOND);
        series.add(Figure.CONTROLLER_CHANGE_WRITES, Writes.now(api).perAttachment(before, all));
    }

    private void idle(PlainApiClient api, Series series) throws IOException, InterruptedException {
        var before = Writes.now(api);
        Thread.sleep(idle);
        series.add(Figure.CONTROLLER_IDLE_WRITES, (double) (Writes.now(api).all() - before.all()));
    }

    private void write(int atOnce, Baseline baseline, Comparison seen) throws IOException, InterruptedException {
        try (var cluster = place.cluster();
                var writer =
                        Writer.of(TrainingGround.prepare(cluster, Service.CONTROLLER, place.directory("account")))) {
            var attachments = filled(cluster.server().admin());
            place.progress()
                    .run(
                            "the same writes, " + baseline.title(),
                            () -> write(writer, attachments, atOnce, seen.of(baseline)));
        }
    }

    private static void write(Writer writer, Attachments attachments, int atOnce, Series series)
            throws IOException, InterruptedException {
        var count = attachments.all().count();
        var begin = System.nanoTime();
        var made = watched(
                () -> attached(attachments, count),
                () -> attachments.all().each(atOnce, namespace -> writer.attach(namespace, FIRST)));
        series.add(Figure.CONTROLLER_STEADY, (made - begin) / SECOND);
        var next = System.nanoTime();
        var changed = watched(
                () -> changed(attachments, count),
                () -> attachments.all().each(atOnce, namespace -> writer.attach(namespace, CONFIG)));
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
            return end.get();
        } catch (ExecutionException e) {
            throw new IOException("the watch failed: " + e.getCause(), e.getCause());
        } finally {
            watcher.shutdownNow();
        }
    }

    /** Waits until so many are attached and no more come for a while; {@return when the last came} */
    private static long attached(Attachments attachments, long enough) throws IOException {
        var begin = System.nanoTime();
        var last = begin;
        for (var seen = -1L; seen < enough || System.nanoTime() - last < QUIET.toNanos(); ) {
            var now = attachments.count();
            last = now == seen ? last : System.nanoTime();
            seen = now;
            pause(begin);
        }
        return last;
    }

    /**
     * Waits until all have the change; {@return when that was seen} It asks for one at a time, and for all only when some
     * all over the cluster have it, so that it does not take the API server from whoever writes.
     */
    private static long changed(Attachments attachments, long all) throws IOException {
        var begin = System.nanoTime();
        for (var one : attachments.some()) {
            while (!attachments.has(one, CHANGED)) {
                pause(begin);
            }
        }
        while (attachments.having(CHANGED) < all) {
            pause(begin);
        }
        return System.nanoTime();
    }

    private static void pause(long begin) throws IOException {
        if (System.nanoTime() - begin > PATIENCE.toNanos()) {
            throw new IOException("not done after " + PATIENCE.toMinutes() + " min");
        }
        LockSupport.parkNanos(POLL.toNanos());
    }
}
