// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.store;

import io.linkerd.multus.localcluster.plan.StorePlan;
import io.linkerd.multus.localcluster.programs.Await;
import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.Digests;
import io.linkerd.multus.localcluster.programs.Programs;
import io.linkerd.multus.localcluster.programs.Staging;
import io.linkerd.multus.localcluster.supervisor.ClusterFolder;
import io.linkerd.multus.localcluster.supervisor.RunningNode;
import io.linkerd.multus.localcluster.supervisor.Supervisor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A container runtime's folder with a set of images unpacked in it. A node gets a copy in which the layers are hard
 * links: it is there at once, takes no disk, and all nodes' programs share their pages in memory.
 */
public final class ImageStore {
    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final Duration POLL = Duration.ofMillis(50);

    private final Cache cache;
    private final Path supervise;

    /** Keeps its sets in {@code cache}; {@code supervise} is the supervisor's program. */
    public ImageStore(Cache cache, Path supervise) {
        this.cache = cache;
        this.supervise = supervise;
    }

    /** Returns whether the set of images is unpacked already. */
    public boolean has(List<Path> tars) {
        return Files.isDirectory(folder(tars));
    }

    /** Fills {@code target}, which has to be a new folder on the cache's file system, with the images of {@code tars}. */
    public void fill(List<Path> tars, Path target) throws IOException, InterruptedException {
        var store = prepare(tars);
        cache.used(store);
        copy(store, target);
    }

    /** Unpacks a set of images, where that has not been done before; others that do wait for each other. */
    public Path prepare(List<Path> tars) throws IOException, InterruptedException {
        var store = folder(tars);
        if (Files.isDirectory(store)) {
            return store;
        }
        // Two runtimes that unpack would be in one folder of the cache.
        try (var _ = cache.alone("stores", DEADLINE)) {
            if (!Files.isDirectory(store)) {
                unpackInto(store, tars);
            }
        }
        return store;
    }

    private void unpackInto(Path store, List<Path> tars) throws IOException, InterruptedException {
        try (var staging = Staging.of(store)) {
            unpack(tars, staging.folder());
            staging.complete();
        }
    }

    private Path folder(List<Path> tars) {
        var names =
                tars.stream().map(tar -> tar.getFileName().toString()).sorted().toList();
        return cache.imageStores().resolve(Digests.ofTexts(names));
    }

    private void unpack(List<Path> tars, Path store) throws IOException, InterruptedException {
        var name = "store-" + ProcessHandle.current().pid();
        var folder = new ClusterFolder(cache.clusters().resolve(name));
        Files.createDirectories(folder.path());
        try (var supervisor = Supervisor.start(supervise, folder, StorePlan.spec(folder, store))) {
            var state = supervisor.awaitStarted();
            var node = new RunningNode(StorePlan.NODE, state.process(StorePlan.NODE));
            awaitRuntime(node);
            for (var tar : tars) {
                node.load(tar);
            }
        }
    }

    private static void awaitRuntime(RunningNode node) throws IOException {
        var ask = node.command(List.of("ctr", "version"));
        if (!Await.holds(
                DEADLINE, POLL, () -> Programs.plain().run(DEADLINE, "", ask).succeeded())) {
            throw new IOException("containerd does not answer on " + node.name());
        }
    }

    /** The data bases are written in place, and have to be the node's own. */
    private static void copy(Path store, Path target) throws IOException, InterruptedException {
        var from = store.toString() + "/.";
        Programs.plain().output(DEADLINE, List.of("cp", "-a", "--link", from, target.toString()));
        var databases = new ArrayList<Path>();
        try (var files = Files.walk(store.resolve("io.containerd.metadata.v1.bolt"))) {
            files.filter(Files::isRegularFile).forEach(databases::add);
        }
        try (var files = Files.list(store.resolve("io.containerd.snapshotter.v1.overlayfs"))) {
            files.filter(Files::isRegularFile).forEach(databases::add);
        }
        for (var database : databases) {
            var copy = target.resolve(store.relativize(database));
            Files.delete(copy); // a file is not copied over a link to itself
            Files.copy(database, copy);
        }
    }
}
