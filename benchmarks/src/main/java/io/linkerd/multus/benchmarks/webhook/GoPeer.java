// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.webhook;

import io.linkerd.multus.benchmarks.load.Target;
import io.linkerd.multus.localcluster.apiserver.FreePort;
import io.linkerd.multus.localcluster.apiserver.TetheredProcess;
import io.linkerd.multus.localcluster.processes.ResidentMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The webhook that was written in Go, on as many processors as ours.
 *
 * @param program the peer's
 */
record GoPeer(Path program) implements Contestant {
    private static final Map<String, String> ENVIRONMENT = Map.of("GOMAXPROCS", String.valueOf(PROCESSORS));

    @Override
    public Serving start(Path directory) throws IOException {
        var keys = ServerKeys.create(directory);
        var port = FreePort.find();
        var command = List.of(
                program.toString(),
                "--port=" + port,
                "--certificates=" + directory,
                "--proxy-uid=" + Review.PROXY_UID,
                "--validator-uid=" + Review.VALIDATOR_UID);
        var process = TetheredProcess.start("the Go peer", directory.resolve("output"), ENVIRONMENT, command);
        var target = new Target(port, keys.trust(), Review.PATH, Review.text());
        var serving = new Serving(target, () -> memory(process), process::close);
        return ServerKeys.awaited(serving, process);
    }

    private static ResidentMemory memory(TetheredProcess process) throws IOException {
        return ResidentMemory.of(process.pid()).orElseThrow(() -> new IOException(process + " has ended"));
    }
}
