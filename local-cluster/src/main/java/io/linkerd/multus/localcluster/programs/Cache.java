// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/**
 * The folder outside the source tree that holds what is expensive to make, and running clusters.
 *
 * @param path {@code LINKERD_MULTUS_CACHE}, or {@code linkerd-multus} in {@code XDG_CACHE_HOME} or {@code ~/.cache}
 */
public record Cache(Path path) {
    private static final Duration UNUSED = Duration.ofDays(30);
    private static final Duration REMOVAL = Duration.ofMinutes(2);

    /** Finds the folder as the environment says. */
    public static Cache of(Map<String, String> environment) {
        var own = environment.getOrDefault("LINKERD_MULTUS_CACHE", "");
        if (!own.isEmpty()) {
            return new Cache(Path.of(own).toAbsolutePath().normalize());
        }
        var xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
        var base = xdg.isEmpty() ? Path.of(environment.getOrDefault("HOME", "/root"), ".cache") : Path.of(xdg);
        return new Cache(base.toAbsolutePath().normalize().resolve("linkerd-multus"));
    }

    /** Go programs, a folder for each state of their sources. */
    public Path tools() {
        return path.resolve("tools");
    }

    /** Images that are made of the Go programs. */
    public Path images() {
        return path.resolve("images");
    }

    /** Images as a node has them, unpacked, a folder for each set. */
    public Path imageStores() {
        return path.resolve("stores");
    }

    /** What validators said that found nothing, a file for each program with its input. */
    public Path validators() {
        return path.resolve("validators");
    }

    /** Running clusters, a folder each. */
    public Path clusters() {
        return path.resolve("clusters");
    }

    /**
     * Waits until no thread and no other process does that work in this cache, and keeps them from it until what is returned is closed.
     *
     * @param work one word
     * @throws IOException where another has been at it for longer than {@code deadline}
     */
    public Closeable alone(String work, Duration deadline) throws IOException, InterruptedException {
        return LockFile.await(path.resolve(work + ".lock"), deadline);
    }

    /** Notes that an entry was of use today. */
    public void used(Path entry) throws IOException {
        Files.setLastModifiedTime(entry, FileTime.from(Instant.now()));
    }

    /** Removes tools and images that were of no use for a month; while a cluster is there, which uses some, nothing. */
    void sweep(InstantSource clock) throws IOException, InterruptedException {
        if (!entries(clusters()).isEmpty()) {
            return;
        }
        var oldest = FileTime.from(clock.instant().minus(UNUSED));
        for (var folder : List.of(tools(), images(), imageStores())) {
            for (var entry : entries(folder)) {
                if (Files.getLastModifiedTime(entry).compareTo(oldest) < 0) {
                    Programs.plain().output(REMOVAL, List.of("rm", "-rf", entry.toString()));
                }
            }
        }
    }

    private static List<Path> entries(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var entries = Files.list(folder)) {
            return entries.toList();
        }
    }
}
