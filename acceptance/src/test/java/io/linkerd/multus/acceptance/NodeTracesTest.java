// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeTracesTest {
    private static final String RUNS = "a".repeat(64);
    private static final String ENDED = "b".repeat(64);

    @Test
    void whatNamesASandboxThatDoesNotRunIsLeft() {
        for (var trace : new String[] {
            "/var/lib/cni/multus/%s",
            "/var/lib/cni/results/cluster-%s-eth0",
            "/var/lib/cni/networks/lan/198.18.200.2:%s\r",
            "-A CNI-HOSTPORT-DNAT -m comment --comment \"dnat name: \\\"lan\\\" id: \\\"%s\\\"\" -j CNI-DN-1"
        }) {
            assertThat(NodeTraces.isLeft(trace.formatted(ENDED), Set.of(RUNS)))
                    .as(trace)
                    .isTrue();
            assertThat(NodeTraces.isLeft(trace.formatted(RUNS), Set.of(RUNS)))
                    .as(trace)
                    .isFalse();
        }
    }

    @Test
    void whatNamesNoSandboxIsNone() {
        assertThat(NodeTraces.isLeft("/var/lib/cni/networks/lan/last_reserved_ip.0", Set.of()))
                .isFalse();
    }
}
