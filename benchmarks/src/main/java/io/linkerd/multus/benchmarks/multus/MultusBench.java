// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.multus;

import io.linkerd.multus.benchmarks.figures.Baseline;
import io.linkerd.multus.benchmarks.figures.Comparison;
import io.linkerd.multus.benchmarks.figures.Report;
import io.linkerd.multus.benchmarks.workplace.Bench;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.training.TrainingCluster;
import io.linkerd.multus.images.trial.ImageTrial;
import io.linkerd.multus.localcluster.apiserver.ScratchDirectory;
import io.linkerd.multus.localcluster.apiserver.TetheredProcess;
import io.linkerd.multus.localcluster.processes.ResidentMemory;
import io.linkerd.multus.localcluster.programs.Await;
import io.linkerd.multus.localcluster.programs.MultusPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Compares Multus with upstream's: daemons that run beside each other, and are called in turn.
 *
 * @param rounds how often
 * @param roundTrips how many pods are attached and taken off before memory is looked at again
 * @param pods how many pods the node has
 */
public record MultusBench(Workplace place, int rounds, int roundTrips, int pods) implements Bench {
    private static final int SANDBOXES = 250;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(50);

    /** As many pods as sandboxes are attached at once. */
    public MultusBench {
        pods = Math.max(pods, SANDBOXES);
    }

    @Override
    public Report run() throws IOException, InterruptedException {
        var seen = new Comparison();
        var upstream = place.upstreamMultus();
        try (var cluster = place.cluster();
                var scratch = ScratchDirectory.ofShortPath("bench")) {
            var folder = Files.createDirectory(scratch.path().resolve("ours"));
            try (var sandboxes = Sandboxes.make(folder.resolve("netns"), SANDBOXES);
                    var image = place.trial(Service.MULTUS, cluster).start(folder, List.of(), Map.of());
                    var peer = peer(upstream, cluster, scratch.path())) {
                var benched = new BenchedPods(sandboxes, pods);
                place.progress()
                        .run(
                                "make " + pods + " pods",
                                () -> benched.create(cluster.server().admin()));
                compare(
                        new Trial(ours(image, seen), benched),
                        new Trial(upstream(peer, upstream, scratch.path(), seen), benched));
                image.process().stop();
            }
        }
        return seen.report();
    }

    private void compare(Trial ours, Trial upstream) throws IOException, InterruptedException {
        var both = List.of(ours, upstream);
        for (var trial : both) {
            trial.idle();
        }
        for (var round = 1; round <= rounds; round++) {
            place.progress().run("round " + round, () -> round(both));
        }
        for (var trial : both) {
            var name = trial.contestant().name() + ", " + roundTrips + " pods come and go";
            place.progress().run(name, () -> trial.manyTimes(roundTrips));
        }
    }

    private static void round(List<Trial> both) throws IOException, InterruptedException {
        for (var part : Trial.Part.values()) {
            for (var trial : both) {
                trial.part(part);
            }
        }
    }

    private Contestant ours(ImageTrial.Started image, Comparison seen) throws IOException {
        var shim = image.ground().program("multus-shim");
        var node = new NodeFolders(image.ground().directory());
        image.awaitReady();
        awaitConfiguration(node, image.process().holder());
        var runtime = ContainerRuntime.of(image.ground().program("runtime"), shim, node);
        return new Contestant("ours", runtime, image.process()::memory, seen.ours());
    }

    private TetheredProcess peer(MultusPrograms programs, TrainingCluster cluster, Path scratch) throws IOException {
        return UpstreamDaemon.start(programs.daemon(), cluster, Files.createDirectory(scratch.resolve("upstream")));
    }

    private Contestant upstream(TetheredProcess daemon, MultusPrograms programs, Path scratch, Comparison seen)
            throws IOException {
        var node = new NodeFolders(scratch.resolve("upstream"));
        awaitConfiguration(node, daemon);
        var program = place.project().programs(Service.MULTUS).resolve("runtime");
        var runtime = ContainerRuntime.of(program, programs.shim(), node);
        return new Contestant(
                "upstream",
                runtime,
                () -> ResidentMemory.of(daemon.pid()).orElseThrow(() -> new IOException(daemon + " has ended")),
                seen.of(Baseline.UPSTREAM));
    }

    private static void awaitConfiguration(NodeFolders node, TetheredProcess daemon) throws IOException {
        var made = Await.holds(PATIENCE, POLL, () -> {
            if (!daemon.isAlive()) {
                throw new IOException(daemon + " has ended; its last words:\n" + daemon.tail());
            }
            return Files.exists(node.generated());
        });
        if (!made) {
            throw new IOException(daemon + " made no configuration; its last words:\n" + daemon.tail());
        }
    }
}
