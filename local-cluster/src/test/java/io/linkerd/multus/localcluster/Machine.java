// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster;

import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a cluster could leave on the machine, as far as it is a cluster's.
 *
 * @param processes command lines that speak of a cluster's folder, or that run in one's namespaces
 * @param mounts what this process sees mounted
 * @param links network links
 * @param groups control groups of clusters
 * @param files the clusters' folders
 */
record Machine(Set<String> processes, Set<String> mounts, Set<String> links, Set<String> groups, Set<String> files) {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    /** Looks at what belongs to the cluster {@code name}; other clusters may come and go meanwhile. */
    static Machine now(Path clusters, String name) throws IOException, InterruptedException {
        var folder = clusters.resolve(name).toString();
        return new Machine(
                processes(folder, name),
                lines(Path.of("/proc/self/mountinfo")).stream()
                        .map(line -> line.split(" ", -1)[4])
                        .collect(Collectors.toCollection(TreeSet::new)),
                new TreeSet<>(Programs.plain()
                        .output(DEADLINE, List.of("ip", "-oneline", "-brief", "link"))
                        .lines()
                        .toList()),
                groups(name),
                Files.exists(Path.of(folder)) ? Set.of(folder) : Set.of());
    }

    /** A process is a cluster's when it speaks of its folder or is in its control group, whatever namespaces it is in. */
    private static Set<String> processes(String folder, String name) throws IOException {
        var found = new TreeSet<String>();
        try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (var process : processes) {
                var command = text(process.resolve("cmdline")).replace('\0', ' ');
                if (command.contains(folder + "/")
                        || text(process.resolve("cgroup")).contains("/linkerd-multus/" + name + "/")
                        || text(process.resolve("mountinfo")).contains(folder + "/")) {
                    found.add(process.getFileName() + " " + command);
                }
            }
        }
        return found;
    }

    private static Set<String> groups(String name) throws IOException {
        var found = new TreeSet<String>();
        try (var hierarchies = Files.newDirectoryStream(Path.of("/sys/fs/cgroup"))) {
            for (var hierarchy : hierarchies) {
                for (var group : List.of(
                        hierarchy.resolve("linkerd-multus").resolve(name),
                        hierarchy.resolveSibling("linkerd-multus").resolve(name))) {
                    if (Files.exists(group)) {
                        found.add(group.toString());
                    }
                }
            }
        }
        return found;
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file);
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // the process has ended
        }
    }
}
