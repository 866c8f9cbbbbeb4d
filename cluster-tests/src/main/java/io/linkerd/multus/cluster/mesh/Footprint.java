// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster.mesh;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The memory of one running container of ours, as the kernel counts it.
 *
 * @param service installer, controller or webhook
 * @param residentBytes VmRSS: with files' pages, which other processes share and the kernel can take back
 * @param privateBytes RssAnon: what is its own
 * @param readyAfter from the creation of the pod until it was ready, as the API server has it: in whole seconds
 */
public record Footprint(
        String service,
        String pod,
        String node,
        long process,
        long residentBytes,
        long privateBytes,
        Duration readyAfter) {
    private static final int KIBIBYTE = 1024;

    /** Reads those of all pods of the release; processes of local clusters are processes of the machine. */
    public static List<Footprint> of(ClusterObjects objects) throws IOException, InterruptedException {
        List<Footprint> all = new ArrayList<>();
        for (var pod : objects.list("pods", Release.NAME)) {
            for (var process : processes(pod)) {
                of(pod, process).ifPresent(all::add);
            }
        }
        return all;
    }

    /** Returns the processes of a pod of ours that are JVMs, and so neither its sandbox nor an init container. */
    public static List<Long> processes(JsonNode pod) throws IOException {
        var group = "/pod" + pod.path("metadata").path("uid").asText() + "/";
        List<Long> found = new ArrayList<>();
        try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (var process : processes) {
                if (read(process.resolve("cgroup")).contains(group)
                        && read(process.resolve("cmdline")).contains("io.linkerd.multus")) {
                    found.add(Long.parseLong(process.getFileName().toString()));
                }
            }
        }
        return found;
    }

    private static Optional<Footprint> of(JsonNode pod, long process) {
        var status = read(Path.of("/proc", Long.toString(process), "status"));
        var metadata = pod.path("metadata");
        return status.contains("RssAnon")
                ? Optional.of(new Footprint(
                        metadata.path("labels").path("app.kubernetes.io/name").asText(),
                        metadata.path("name").asText(),
                        pod.path("spec").path("nodeName").asText(),
                        process,
                        bytes(status, "VmRSS:"),
                        bytes(status, "RssAnon:"),
                        readyAfter(pod)))
                : Optional.empty();
    }

    private static Duration readyAfter(JsonNode pod) {
        var created =
                Instant.parse(pod.path("metadata").path("creationTimestamp").asText());
        for (var condition : pod.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                return Duration.between(
                        created,
                        Instant.parse(condition.path("lastTransitionTime").asText()));
            }
        }
        return Duration.ZERO;
    }

    private static long bytes(String status, String key) {
        return status.lines()
                .filter(line -> line.startsWith(key))
                .map(line -> line.replaceAll("\\D", ""))
                .mapToLong(Long::parseLong)
                .map(kibibytes -> kibibytes * KIBIBYTE)
                .findFirst()
                .orElseThrow();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            return ""; // the process has ended
        } catch (IOException e) {
            return ""; // the process is just ending
        }
    }
}
