// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.supervisor;

import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A running node, reached from the machine.
 *
 * @param name as the cluster knows it
 * @param process its first process, the machine's id
 */
public record RunningNode(String name, long process) {
    private static final Duration IMPORT = Duration.ofMinutes(3);

    /** Returns the command line that runs {@code command} as if it were typed on the node. */
    public List<String> command(List<String> command) {
        var enter = Stream.of(
                "nsenter",
                "--target",
                Long.toString(process),
                "--mount",
                "--uts",
                "--ipc",
                "--net",
                "--pid",
                "--root",
                "--wd",
                "--");
        return Stream.concat(enter, command.stream()).toList();
    }

    /** Runs a program on the node and returns its output; an exit code other than 0 is an error. */
    public String run(Duration deadline, List<String> command) throws IOException, InterruptedException {
        return Programs.plain().output(deadline, command(command));
    }

    /** Puts an image on the node; {@code tar} is the machine's. */
    public void load(Path tar) throws IOException, InterruptedException {
        Programs.plain().feed(IMPORT, tar, command(List.of("ctr", "--namespace", "k8s.io", "images", "import", "-")));
    }
}
