// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A cluster's API server, held up from the beginning of this until it is closed: connections stay, and nothing is answered. */
final class ApiServerProcess implements AutoCloseable {
    private final ProcessHandle process;

    private ApiServerProcess(ProcessHandle process) {
        this.process = process;
    }

    static ApiServerProcess heldUp(LocalCluster cluster) throws IOException, InterruptedException {
        var held = new ApiServerProcess(find(cluster));
        held.signal("STOP");
        return held;
    }

    /** The process whose command line names this very cluster. */
    private static ProcessHandle find(LocalCluster cluster) {
        return ProcessHandle.allProcesses()
                .filter(process -> words(process).anyMatch(word -> word.endsWith("/kube-apiserver"))
                        && words(process).anyMatch(word -> word.contains("/" + cluster.name() + "/")))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<String> words(ProcessHandle process) {
        try {
            return Stream.of(Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
                    .split("\0"));
        } catch (IOException ended) {
            return Stream.of();
        }
    }

    private void signal(String signal) throws IOException, InterruptedException {
        Programs.plain().output(Duration.ofSeconds(5), List.of("kill", "-" + signal, Long.toString(process.pid())));
    }

    @Override
    public void close() throws IOException {
        try {
            signal("CONT");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the API server was let go on; it may still be held up", e);
        }
    }
}
