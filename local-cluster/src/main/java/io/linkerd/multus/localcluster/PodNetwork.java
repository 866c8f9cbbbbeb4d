// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster;

import io.linkerd.multus.localcluster.processes.PodProcesses;
import io.linkerd.multus.localcluster.programs.Kubectl;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The network namespace of a running pod, or of the API server, where the machine's programs can be run: {@code iptables-save} works for pods
 * that have no tools.
 *
 * @param process one of those that are in it, the machine's id
 */
public record PodNetwork(long process) {
    static PodNetwork of(Kubectl kubectl, String namespace, String pod) throws IOException, InterruptedException {
        var uid = kubectl.run("get", "pod", "--namespace", namespace, pod, "--output", "jsonpath={.metadata.uid}");
        return PodProcesses.of(uid).stream()
                .findFirst()
                .map(PodNetwork::new)
                .orElseThrow(() -> new IOException("pod " + namespace + "/" + pod + " has no process: is it running?"));
    }

    /** Returns the command line that runs {@code command} there. */
    public List<String> command(List<String> command) {
        return Stream.concat(Stream.of("nsenter", "--target", Long.toString(process), "--net", "--"), command.stream())
                .toList();
    }

    /** Runs a program of the machine there and returns its output; an exit code other than 0 is an error. */
    public String run(Duration deadline, List<String> command) throws IOException, InterruptedException {
        return Programs.plain().output(deadline, command(command));
    }
}
