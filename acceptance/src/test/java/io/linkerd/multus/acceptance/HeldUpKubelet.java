// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import io.linkerd.multus.localcluster.supervisor.RunningNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A node's kubelet, held up from the beginning of this until it is closed: containers run on, and nothing is told of them. */
final class HeldUpKubelet implements AutoCloseable {
    private final RunningNode node;

    private HeldUpKubelet(RunningNode node) {
        this.node = node;
    }

    static HeldUpKubelet of(RunningNode node) throws IOException, InterruptedException {
        var held = new HeldUpKubelet(node);
        held.signal("STOP");
        return held;
    }

    /** Within the process namespace of the node, which has one kubelet. */
    private void signal(String signal) throws IOException, InterruptedException {
        node.run(Duration.ofSeconds(10), List.of("sh", "-c", """
                for process in /proc/[0-9]*; do
                  if [ "$(cat "$process/comm" 2>/dev/null)" = kubelet ]; then kill -%s "${process#/proc/}"; found=1; fi
                done
                [ -n "$found" ]
                """.formatted(signal)));
    }

    @Override
    public void close() throws IOException {
        try {
            signal("CONT");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a kubelet was let go on; it may still be held up", e);
        }
    }
}
