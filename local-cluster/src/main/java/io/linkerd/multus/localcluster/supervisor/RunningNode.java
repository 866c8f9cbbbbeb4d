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
    private static final Duration POWER_CUT = Duration.ofSeconds(30);

    /**
     * The first process lives, and starts the node's programs again a second later. The control groups of pods go as well: a kubelet that
     * found them would look for each of their containers for seconds.
     */
    private static final String CUT_POWER = """
            kill -KILL -1
            umount --recursive --lazy /run && mount -t tmpfs -o nosuid,nodev,mode=0755 run /run || exit 1
            nft flush ruleset || exit 1
            for kind in bridge ifb; do
              ip -oneline link show type $kind | cut -d: -f2 | xargs --no-run-if-empty --max-args=1 ip link delete || exit 1
            done
            root=$(sed -n 's/^cgroupRoot: *//p' /etc/kubernetes/kubelet.yaml | tr -d '"')
            [ -n "$root" ] || exit 1
            for attempt in $(seq 50); do
              left=$(find /sys/fs/cgroup -depth -type d -path "*$root/kubepods*")
              [ -n "$left" ] || exit 0
              rmdir $left 2>/dev/null || sleep 0.02
            done
            exit 1
            """;

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

    /**
     * Ends every process of the node at once, and empties {@code /run} and what its kernel holds of packet filters, bridges and limits, as a
     * machine does that loses its power and comes up again; what lies on its disk stays. Returns before the kubelet is back.
     */
    public void cutPower() throws IOException, InterruptedException {
        run(POWER_CUT, List.of("sh", "-c", CUT_POWER));
    }

    /** Puts an image on the node; {@code tar} is the machine's. */
    public void load(Path tar) throws IOException, InterruptedException {
        Programs.plain().feed(IMPORT, tar, command(List.of("ctr", "--namespace", "k8s.io", "images", "import", "-")));
    }
}
