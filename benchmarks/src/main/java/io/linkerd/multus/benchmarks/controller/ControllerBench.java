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
                var namespaces = filled(cluster.server().admin());
                reconcile(new ImageTrial(Service.CONTROLLER, image, cluster), namespaces, seen.ours());
            }
            write(1, Baseline.ONE_BY_ONE, seen);
            write(AT_ONCE, Baseline.IN_PARALLEL, seen);
        }
        return seen.report();
    }

    private Namespaces filled(PlainApiClient api) throws IOException, InterruptedException {
        var namespaces = new Namespaces(api, count);
        place.progress().run("make " + count + " namespaces", namespaces::create);
        return namespaces;
    }

    private void reconcile(ImageTrial trial, Namespaces namespaces, Series series)
            throws IOException, InterruptedException {
        var api = namespaces.api();
        var before = Writes.now(api);
        try (var started = trial.start(place.directory("controller"), List.of(), Map.of())) {
            var begin = started.process().begin();
            var steady = place.progress().step("the controller attaches all", () -> attached(namespaces, count));
            var attachments = namespaces.attachments();
            series.add(Figure.CONTROLLER_STEADY, (steady - begin) / SECOND);
            series.add(Figure.CONTROLLER_WRITES, Writes.now(api).perAttachment(before, attachments));
            change(namespaces, attachments, series);
            place.progress().run("nothing happens", () -> idle(api, series));
            var memory = started.process().memory();
            series.addKibibytes(Figure.CONTROLLER_RSS_BUSY, memory.peakKibibytes());
            series.addKibibytes(Figure.CONTROLLER_RSS_IDLE, memory.totalKibibytes());
        }
    }

    private void change(Namespaces namespaces, long attachments, Series series)
            throws IOException, InterruptedException {
        var api = namespaces.api();
        var before = Writes.now(api);
        var begin = System.nanoTime();
        api.merge(
                        TrainingCluster.CNI_CONFIG_MAP,
                        "{\"data\":{\"cni_network_config\":\"" + CONFIG.replace("\"", "\\\"") + "\"}}")
                .orThrow();
        var end = place.progress().step("the controller passes a change on", () -> changed(namespaces, attachments));
        Thread.sleep(QUIET); // who writes more than was needed may do so afterwards
        series.add(Figure.CONTROLLER_CHANGE, (end - begin) / SECOND);
        series.add(Figure.CONTROLLER_CHANGE_WRITES, Writes.now(api).perAttachment(before, attachments));
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
            var namespaces = filled(cluster.server().admin());
            place.progress()
                    .run(
                            "the same writes, " + baseline.title(),
                            () -> write(writer, namespaces, atOnce, seen.of(baseline)));
        }
    }

    private static void write(Writer writer, Namespaces namespaces, int atOnce, Series series)
            throws IOException, InterruptedException {
        var count = namespaces.count();
        var begin = System.nanoTime();
        var made = watched(
                () -> attached(namespaces, count),
                () -> namespaces.each(atOnce, namespace -> writer.attach(namespace, FIRST)));
        series.add(Figure.CONTROLLER_STEADY, (made - begin) / SECOND);
        var next = System.nanoTime();
        var changed = watched(
                () -> changed(namespaces, count),
                () -> namespaces.each(atOnce, namespace -> writer.attach(namespace, CONFIG)));
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
    private static long attached(Namespaces namespaces, long enough) throws IOException {
        var begin = System.nanoTime();
        var last = begin;
        for (var seen = -1L; seen < enough || System.nanoTime() - last < QUIET.toNanos(); ) {
            var now = namespaces.attachments();
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
    private static long changed(Namespaces namespaces, long all) throws IOException {
        var begin = System.nanoTime();
        for (var one : namespaces.some()) {
            while (!namespaces.has(one, CHANGED)) {
                pause(begin);
            }
        }
        while (namespaces.having(CHANGED) < all) {
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
