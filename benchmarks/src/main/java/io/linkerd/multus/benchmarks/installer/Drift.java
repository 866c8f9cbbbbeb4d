// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import io.linkerd.multus.benchmarks.figures.Baseline;
import io.linkerd.multus.benchmarks.figures.Comparison;
import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Sample;
import io.linkerd.multus.benchmarks.figures.Series;
import io.linkerd.multus.localcluster.apiserver.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How soon a small file is right again that somebody has spoiled, and a token handed on, where writing costs nothing and on the disk. */
final class Drift {
    private static final Path MEMORY = Path.of("/dev/shm");

    /**
     * The installer gives way to whoever spoils a file again within 1.5 s; here each has its turn after longer. More lists than on any
     * node, so that 1,000 take minutes and not an hour; all of them are looked at each time.
     */
    private static final int LISTS = 8;

    private static final Duration PAUSE = Duration.ofMillis(225);

    /** Nobody gives way to a new token. */
    private static final Duration TOKENS_PAUSE = Duration.ofMillis(75);

    /** The bare keeper gives way to nobody. */
    private static final Duration KEEPERS_PAUSE = Duration.ofMillis(20);

    private static final double P50 = 0.5;
    private static final double P99 = 0.99;

    private final Lab lab;
    private final Comparison seen;

    /** Which figures a file system has. */
    private record Figures(Figure drift50, Figure drift99, Figure rotation50, Figure rotation99) {
        void note(List<Double> drifts, List<Double> rotations, Series series) {
            series.add(drift50, Sample.of(drifts).percentile(P50));
            series.add(drift99, Sample.of(drifts).percentile(P99));
            series.add(rotation50, Sample.of(rotations).percentile(P50));
            series.add(rotation99, Sample.of(rotations).percentile(P99));
        }
    }

    Drift(Lab lab, Comparison seen) {
        this.lab = lab;
        this.seen = seen;
    }

    void run(int repairs) throws IOException, InterruptedException {
        try (var memory = ScratchDirectory.create(MEMORY, "bench")) {
            run(
                    "on tmpfs",
                    memory.path(),
                    repairs,
                    new Figures(
                            Figure.INSTALLER_DRIFT_MEMORY_P50,
                            Figure.INSTALLER_DRIFT_MEMORY_P99,
                            Figure.INSTALLER_ROTATION_MEMORY_P50,
                            Figure.INSTALLER_ROTATION_MEMORY_P99));
        }
        run(
                "on the disk",
                lab.place().directory("drift"),
                repairs,
                new Figures(
                        Figure.INSTALLER_DRIFT_DISK_P50,
                        Figure.INSTALLER_DRIFT_DISK_P99,
                        Figure.INSTALLER_ROTATION_DISK_P50,
                        Figure.INSTALLER_ROTATION_DISK_P99));
        seen.ours().add(Figure.INSTALLER_DRIFTS, repairs);
    }

    private void run(String where, Path directory, int repairs, Figures figures)
            throws IOException, InterruptedException {
        lab.progress()
                .run(
                        "ours, " + repairs + " files spoiled " + where,
                        () -> ours(Files.createDirectory(directory.resolve("ours")), repairs, figures));
        lab.progress()
                .run(
                        "the bare keeper's, " + repairs + " files spoiled " + where,
                        () -> keepers(Files.createDirectory(directory.resolve("keepers")), repairs, figures));
    }

    private void ours(Path directory, int repairs, Figures figures) throws IOException, InterruptedException {
        var chain = new Chain(directory);
        chain.lay(LISTS);
        var site = Site.prepare(lab.trial(), directory, chain.settings());
        try (var process = lab.start(site)) {
            site.awaitReady(process);
            var drifts = new ArrayList<Double>();
            for (var repair = -LISTS; repair < repairs; repair++) {
                var number = Math.floorMod(repair, LISTS);
                Thread.sleep(PAUSE);
                var millis = Node.repairList(chain.list(number), Chain.original(number));
                if (repair >= 0) { // each once before, to have it done once
                    drifts.add(millis);
                }
            }
            figures.note(drifts, rotations(site, repairs), seen.ours());
        }
    }

    private void keepers(Path directory, int repairs, Figures figures) throws IOException, InterruptedException {
        var site = Site.prepare(lab.trial(), directory, Site.PROJECTED);
        try (var process = lab.startKeeper(site, false)) {
            var node = site.node();
            node.awaitFiles(process.begin());
            Thread.sleep(Duration.ofSeconds(1)); // until it watches
            var drifts = new ArrayList<Double>();
            for (var repair = -LISTS; repair < repairs; repair++) {
                Thread.sleep(KEEPERS_PAUSE);
                var millis = node.repairKubeconfig();
                if (repair >= 0) {
                    drifts.add(millis);
                }
            }
            var theirs = seen.of(Baseline.KEEPER);
            figures.note(drifts, rotations(site, repairs), theirs);
            var memory = process.memory();
            theirs.addKibibytes(Figure.INSTALLER_PRIVATE_NAD, memory.privateKibibytes());
            theirs.addKibibytes(Figure.INSTALLER_RSS_NAD, memory.totalKibibytes());
        }
    }

    /** Half as many, and the first is left out. */
    private static List<Double> rotations(Site site, int repairs) throws IOException, InterruptedException {
        var node = site.node();
        var rotations = new ArrayList<Double>();
        node.rotate(site.token());
        for (var rotation = 0; rotation < Math.max(repairs / 2, 100); rotation++) {
            var token = site.token();
            Thread.sleep(TOKENS_PAUSE);
            rotations.add(node.rotate(token));
        }
        return rotations;
    }
}
