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
import io.linkerd.multus.images.trial.ImageTrial;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
            try (var cluster = place.cluster()) {
                var namespaces = filled(cluster.server().admin());
                write("one by one", namespaces, 1, seen.of(Baseline.ONE_BY_ONE));
                write("in parallel", namespaces, AT_ONCE, seen.of(Baseline.IN_PARALLEL));
            }
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
        try (var started = trial.start(place.directory("controller"), List.of(), Map.of())) {
            var begin = started.process().begin();
            var before = Writes.now(api);
            var steady = place.progress()
                    .step("the controller attaches all", () -> lastChange(namespaces::attachments, count));
            var after = Writes.now(api);
            var attachments = namespaces.attachments();
            series.add(Figure.CONTROLLER_STEADY, (steady - begin) / SECOND);
            series.add(Figure.CONTROLLER_WRITES, (double) (after.attachments() - before.attachments()) / attachments);
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
        var before = Writes.now(api).attachments();
        var begin = System.nanoTime();
        api.merge(
                        TrainingCluster.CNI_CONFIG_MAP,
                        "{\"data\":{\"cni_network_config\":\"" + CONFIG.replace("\"", "\\\"") + "\"}}")
                .orThrow();
        var end = place.progress()
                .step(
                        "the controller passes a change on",
                        () -> lastChange(() -> Writes.now(api).attachments() - before, attachments));
        var changed = namespaces.attachmentsWith(CHANGED);
        if (changed != attachments) {
            throw new IOException("only " + changed + " of " + attachments + " attachments have the change");
        }
        series.add(Figure.CONTROLLER_CHANGE, (end - begin) / SECOND);
        series.add(Figure.CONTROLLER_CHANGE_WRITES, (double) (Writes.now(api).attachments() - before) / attachments);
    }

    private void idle(PlainApiClient api, Series series) throws IOException, InterruptedException {
        var before = Writes.now(api);
        Thread.sleep(idle);
        series.add(Figure.CONTROLLER_IDLE_WRITES, (double) (Writes.now(api).all() - before.all()));
    }

    private void write(String name, Namespaces namespaces, int atOnce, Series series)
            throws IOException, InterruptedException {
        var attachment = name.replace(' ', '-');
        place.progress().run("the same writes, " + name, () -> {
            var begin = System.nanoTime();
            namespaces.each(atOnce, namespace -> namespaces.attach(namespace, attachment, FIRST));
            var made = System.nanoTime();
            series.add(Figure.CONTROLLER_STEADY, (made - begin) / SECOND);
            namespaces.each(atOnce, namespace -> namespaces.attach(namespace, attachment, CONFIG));
            series.add(Figure.CONTROLLER_CHANGE, (System.nanoTime() - made) / SECOND);
        });
    }

    private interface Count {
        long now() throws IOException;
    }

    /** Waits until {@code count} is high enough and has stayed as it is for a while; {@return when it had last risen} */
    private static long lastChange(Count count, long enough) throws IOException {
        var begin = System.nanoTime();
        var last = begin;
        for (var seen = -1L; seen < enough || System.nanoTime() - last < QUIET.toNanos(); ) {
            if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                throw new IOException(seen + " of " + enough + " after " + PATIENCE.toMinutes() + " min");
            }
            var now = count.now();
            last = now == seen ? last : System.nanoTime();
            seen = now;
            LockSupport.parkNanos(POLL.toNanos());
        }
        return last;
    }
}
