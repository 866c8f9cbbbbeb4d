// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.multus;

import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Calls a shim as a container runtime does, from a small process: a JVM would take longer to start one than the shim runs.
 *
 * @param program the small process
 * @param shim what it calls
 * @param folder has the configuration that the shim reads, and gets what shims say
 */
record ContainerRuntime(Path program, Path shim, Path folder) {
    private static final Duration PATIENCE = Duration.ofMinutes(20);

    /** Begins to call a shim that finds its daemon, and the daemon its primary network, on {@code node}. */
    static ContainerRuntime of(Path program, Path shim, NodeFolders node) throws IOException {
        var folder = Files.createDirectory(node.folder().resolve("runtime"));
        Files.writeString(folder.resolve("config"), """
                {"cniVersion":"1.0.0","name":"multus-cni-network","type":"multus-shim","logToStderr":false,"daemonSocketDir":"%s",\
                "clusterNetwork":"%s","cniDir":"%s"}""".formatted(node.socketFolder(), node.primary(), node.cache()));
        return new ContainerRuntime(program, shim, folder);
    }

    /** Makes the calls, so many at once; a call that fails is among what comes of them. */
    CallOutcomes make(List<PluginCall> calls, int atOnce) throws IOException, InterruptedException {
        var lines = calls.stream().map(call -> call.line() + "\n").collect(Collectors.joining());
        Files.deleteIfExists(said());
        return CallOutcomes.read(Programs.plain()
                .output(
                        PATIENCE,
                        lines,
                        List.of(
                                program.toString(),
                                shim.toString(),
                                folder.resolve("config").toString(),
                                String.valueOf(atOnce),
                                said().toString())));
    }

    /** {@return what the shims of the last calls have said} */
    String lastWords() throws IOException {
        return Files.readString(said());
    }

    private Path said() {
        return folder.resolve("said");
    }
}
