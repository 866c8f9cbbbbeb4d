// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import io.linkerd.multus.benchmarks.bare.BareKeeper;
import io.linkerd.multus.benchmarks.figures.Baseline;
import io.linkerd.multus.benchmarks.figures.Comparison;
import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Report;
import io.linkerd.multus.benchmarks.figures.Sample;
import io.linkerd.multus.benchmarks.figures.Series;
import io.linkerd.multus.benchmarks.workplace.Bench;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.training.RenderedChart;
import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.images.trial.ImageProcess;
import io.linkerd.multus.images.trial.ImageTrial;
import io.linkerd.multus.installer.training.InstallerWorkload;
import io.linkerd.multus.localcluster.processes.ResidentMemory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Compares the installer.
 *
 * @param rounds how many nodes each installs
 */
public record InstallerBench(Workplace place, int rounds) implements Bench {
    /** So often the installer mends a file at once; who spoils it more often is one whom it gives way to. */
    private static final int REPAIRS = 3;

    private static final int ROTATIONS = 5;
    private static final byte[] SCRIPT = "#!/bin/false\n".getBytes(StandardCharsets.US_ASCII);
    private static final double MILLIS = 1000;
    private static final double P50 = 0.5;
    private static final double P99 = 0.99;
    private static final Duration SETTLE = Duration.ofSeconds(1);
    private static final String PLUGINS = "container";
    private static final String PLUGIN = "linkerd-cni";
    /** Its own token is what the plugin gets, as in Linkerd's chart: one that others rotate. */
    private static final Map<String, String> PROJECTED = Map.of("LINKERD_MULTUS_PLUGIN_SERVICE_ACCOUNT", "");

    /** What Linkerd's is about as large as. */
    private static final int PLUGIN_SIZE = 35 << 20;

    /** What every round adds to. */
    private record Times(Series series, List<Double> kubeconfigs, List<Double> plugins, List<Double> rotations) {
        Times(Series series) {
            this(series, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        void close() {
            close(kubeconfigs, Figure.INSTALLER_DRIFT_P50, Figure.INSTALLER_DRIFT_P99);
            close(plugins, Figure.INSTALLER_PLUGIN_P50, Figure.INSTALLER_PLUGIN_P99);
            close(rotations, Figure.INSTALLER_ROTATION_P50, Figure.INSTALLER_ROTATION_P99);
        }

        /** Each round has too few of them for a percentile of its own. */
        private void close(List<Double> millis, Figure p50, Figure p99) {
            var sample = Sample.of(millis);
            series.add(p50, sample.percentile(P50));
            series.add(p99, sample.percentile(P99));
        }

        void memory(ResidentMemory memory) {
            series.addKibibytes(Figure.INSTALLER_PRIVATE, memory.privateKibibytes());
            series.addKibibytes(Figure.INSTALLER_RSS, memory.totalKibibytes());
        }
    }

    @Override
    public Report run() throws IOException, InterruptedException {
        var seen = new Comparison();
        var plugin = plugin();
        try (var cluster = place.cluster()) {
            var trial = place.trial(Service.INSTALLER, cluster);
            var ours = new Times(seen.ours());
            var theirs = new Times(seen.of(Baseline.KEEPER));
            for (var round = 1; round <= rounds; round++) {
                place.progress().run("ours, node " + round, () -> install(trial, node(plugin), ours));
                place.progress().run("ours, tokens " + round, () -> rotate(trial, node(plugin), ours));
                place.progress().run("the bare keeper, node " + round, () -> keep(trial, node(plugin), theirs));
            }
            ours.close();
            theirs.close();
        }
        return seen.report();
    }

    private Path plugin() throws IOException {
        var content = new byte[PLUGIN_SIZE];
        ThreadLocalRandom.current().nextBytes(content);
        System.arraycopy(SCRIPT, 0, content, 0, SCRIPT.length); // what is no program is not put on a node
        var plugin = Files.write(place.directory("plugin").resolve(PLUGIN), content);
        Files.setPosixFilePermissions(plugin, PosixFilePermissions.fromString("rwxr-xr-x"));
        return plugin;
    }

    /** A directory for everything that one node has, and the plugin that it is to get. */
    private Path node(Path plugin) throws IOException {
        var directory = place.directory("node");
        Files.createLink(Files.createDirectory(directory.resolve(PLUGINS)).resolve(PLUGIN), plugin);
        return directory;
    }

    private static Map<String, String> settings(Path directory) {
        return Map.of("CONTAINER_CNI_BIN_DIR", directory.resolve(PLUGINS).toString());
    }

    private static void install(ImageTrial trial, Path directory, Times times)
            throws IOException, InterruptedException {
        try (var first = trial.start(directory, List.of(), settings(directory))) {
            var node = Node.of(first.ground());
            times.series()
                    .add(
                            Figure.INSTALLER_FIRST_CONFIG,
                            node.awaitFiles(first.process().begin()) / MILLIS);
            first.awaitReady();
            for (var repair = 0; repair < REPAIRS; repair++) {
                times.kubeconfigs().add(node.repairKubeconfig());
                first.awaitReady();
                times.plugins().add(node.repairPlugin());
                first.awaitReady();
            }
            times.memory(first.process().memory());
            first.process().stop();
        }
        var host = directory.resolve("host");
        var before = Footprints.below(host);
        try (var second = trial.start(directory, List.of(), settings(directory))) {
            second.awaitReady();
            Thread.sleep(SETTLE);
            times.series().add(Figure.INSTALLER_SECOND_PASS, (double)
                    Footprints.below(host).since(before));
        }
    }

    private static void rotate(ImageTrial trial, Path directory, Times times) throws IOException {
        var settings = new HashMap<>(settings(directory));
        settings.putAll(PROJECTED);
        try (var started = trial.start(directory, List.of(), settings)) {
            started.awaitReady();
            rotate(started.ground(), times);
        }
    }

    private static void rotate(TrainingGround ground, Times times) throws IOException {
        for (var rotation = 0; rotation < ROTATIONS; rotation++) {
            var token = ground.admin().token(RenderedChart.RELEASE, RenderedChart.RELEASE + "-installer");
            times.rotations().add(Node.of(ground).rotate(token));
        }
    }

    private void keep(ImageTrial trial, Path directory, Times times) throws IOException {
        var ground = TrainingGround.prepare(trial.cluster(), Service.INSTALLER, directory);
        new InstallerWorkload().prepare(ground);
        var node = Node.of(ground);
        Files.createDirectories(node.kubeconfig().resolveSibling(""));
        var files =
                Stream.of(directory.resolve(PLUGINS).resolve(PLUGIN), node.plugin(), node.token(), node.kubeconfig());
        var program = trial.root()
                .running(
                        place.jar(directory),
                        BareKeeper.class.getName(),
                        files.map(Path::toString).toList());
        var command = program.command(ImageTrial.user(Service.INSTALLER), directory, List.of());
        var environment = ground.environment();
        try (var process = ImageProcess.start("the bare keeper", command, directory, environment)) {
            times.series().add(Figure.INSTALLER_FIRST_CONFIG, node.awaitFiles(process.begin()) / MILLIS);
            for (var repair = 0; repair < REPAIRS; repair++) {
                times.kubeconfigs().add(node.repairKubeconfig());
                times.plugins().add(node.repairPlugin());
            }
            rotate(ground, times);
            times.memory(process.memory());
        }
    }
}
