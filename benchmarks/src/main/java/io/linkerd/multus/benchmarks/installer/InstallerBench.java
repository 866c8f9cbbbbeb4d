// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import io.linkerd.multus.benchmarks.bare.BareKeeper;
import io.linkerd.multus.benchmarks.figures.Baseline;
import io.linkerd.multus.benchmarks.figures.Comparison;
import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Report;
import io.linkerd.multus.benchmarks.figures.Series;
import io.linkerd.multus.benchmarks.workplace.Bench;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.training.RenderedChart;
import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.images.trial.ImageProcess;
import io.linkerd.multus.images.trial.ImageTrial;
import io.linkerd.multus.installer.training.InstallerWorkload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Compares the installer.
 *
 * @param rounds how many nodes each installs; each has five values of a kind, and a 99th percentile needs a hundred
 */
public record InstallerBench(Workplace place, int rounds) implements Bench {
    /** Of fewer values the 99th percentile is the highest. */
    private static final int ENOUGH = 100;

    private static final byte[] SCRIPT = "#!/bin/false\n".getBytes(StandardCharsets.US_ASCII);
    private static final double MILLIS = 1000;
    private static final Duration SETTLE = Duration.ofSeconds(1);
    private static final String PLUGINS = "container";
    private static final String PLUGIN = "linkerd-cni";
    /** Its own token is what the plugin gets, as in Linkerd's chart: one that others rotate. */
    private static final Map<String, String> PROJECTED = Map.of("LINKERD_MULTUS_PLUGIN_SERVICE_ACCOUNT", "");

    /** What Linkerd's is about as large as. */
    private static final int PLUGIN_SIZE = 35 << 20;

    /** Whose figures a program's are, and where its times of all rounds are. */
    private record Account(Series series, Times times) {
        Account(Series series) {
            this(series, new Times(series));
        }

        void memory(ImageProcess process) throws IOException {
            var memory = process.memory();
            series.addKibibytes(Figure.INSTALLER_PRIVATE, memory.privateKibibytes());
            series.addKibibytes(Figure.INSTALLER_RSS, memory.totalKibibytes());
        }
    }

    @Override
    public Report run() throws IOException, InterruptedException {
        if (rounds * Times.VALUES < ENOUGH) {
            throw new IOException("a 99th percentile takes " + ENOUGH / Times.VALUES + " rounds or more");
        }
        var seen = new Comparison();
        var plugin = plugin();
        try (var cluster = place.cluster()) {
            var trial = place.trial(Service.INSTALLER, cluster);
            var ours = new Account(seen.ours());
            var theirs = new Account(seen.of(Baseline.KEEPER));
            for (var round = 1; round <= rounds; round++) {
                place.progress().run("ours, node " + round, () -> install(trial, node(plugin), ours));
                place.progress().run("ours, tokens " + round, () -> mend(trial, node(plugin), ours));
                place.progress().run("the bare keeper, node " + round, () -> keep(trial, node(plugin), theirs));
            }
            ours.times().close();
            theirs.times().close();
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

    /** Puts everything on a node and does it once more, as the chart has it: with tokens of the installer's own making. */
    private static void install(ImageTrial trial, Path directory, Account account)
            throws IOException, InterruptedException {
        var series = account.series();
        try (var first = trial.start(directory, List.of(), settings(directory))) {
            var node = Node.of(first.ground());
            series.add(
                    Figure.INSTALLER_FIRST_CONFIG,
                    node.awaitFiles(first.process().begin()) / MILLIS);
            first.awaitReady();
            new Times(new Series()).repairs(node); // as often as elsewhere, for the memory alone
            account.memory(first.process());
            first.process().stop();
        }
        var host = directory.resolve("host");
        var before = Footprints.below(host);
        try (var second = trial.start(directory, List.of(), settings(directory))) {
            second.awaitReady();
            Thread.sleep(SETTLE);
            series.add(Figure.INSTALLER_SECOND_PASS, (double)
                    Footprints.below(host).since(before));
        }
    }

    /** Spoils what is on a node, and rotates the token that it gets. */
    private static void mend(ImageTrial trial, Path directory, Account account)
            throws IOException, InterruptedException {
        var settings = new HashMap<>(settings(directory));
        settings.putAll(PROJECTED);
        try (var started = trial.start(directory, List.of(), settings)) {
            started.awaitReady();
            mend(started.ground(), account.times());
        }
    }

    private static void mend(TrainingGround ground, Times times) throws IOException, InterruptedException {
        var node = Node.of(ground);
        times.repairs(node);
        times.rotations(node, () -> ground.admin().token(RenderedChart.RELEASE, RenderedChart.RELEASE + "-installer"));
    }

    private void keep(ImageTrial trial, Path directory, Account account) throws IOException, InterruptedException {
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
            account.series().add(Figure.INSTALLER_FIRST_CONFIG, node.awaitFiles(process.begin()) / MILLIS);
            mend(ground, account.times());
            account.memory(process);
        }
    }
}
