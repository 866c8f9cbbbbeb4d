// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.programs.Programs;
import io.linkerd.multus.localcluster.supervisor.RunningNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A program of a cluster, held up from the beginning of this until it is closed: connections stay, and nothing is answered or told. */
final class HeldUp implements AutoCloseable {
    private final String what;
    private final Signals signals;

    private HeldUp(String what, Signals signals) {
        this.what = what;
        this.signals = signals;
    }

    /** How a signal reaches it. */
    private interface Signals {
        void send(String signal) throws IOException, InterruptedException;
    }

    static HeldUp apiServer(LocalCluster cluster) throws IOException, InterruptedException {
        var process = Long.toString(find(cluster).pid());
        return holdUp(
                "the API server",
                signal -> Programs.plain().output(Duration.ofSeconds(5), List.of("kill", "-" + signal, process)));
    }

    /** Of a node whose containers run on. It is found within the process namespace of the node, which has one kubelet. */
    static HeldUp kubelet(RunningNode node) throws IOException, InterruptedException {
        return holdUp(
                "a kubelet", signal -> node.run(Duration.ofSeconds(10), List.of("sh", "-c", """
                for process in /proc/[0-9]*; do
                  if [ "$(cat "$process/comm" 2>/dev/null)" = kubelet ]; then kill -%s "${process#/proc/}"; found=1; fi
                done
                [ -n "$found" ]
                """.formatted(signal))));
    }

    private static HeldUp holdUp(String what, Signals signals) throws IOException, InterruptedException {
        signals.send("STOP");
        return new HeldUp(what, signals);
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

    @Override
    public void close() throws IOException {
        try {
            signals.send("CONT");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + what + " was let go on; it may still be held up", e);
        }
    }
}
