// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ApplyRoundTest {
    private static final ObjectKey LINKERDS = key("linkerd-cni");
    private static final ObjectKey OURS = key("linkerd-multus-webhook");

    private static ObjectKey key(String name) {
        return new ObjectKey(OperandKind.named("ClusterRole"), "", name);
    }

    @Test
    void tellsLinkerdsCniChartFromAnotherRelease() {
        assertThat(ApplyRound.trouble(Map.of())).isEmpty();
        assertThat(ApplyRound.trouble(Map.of(LINKERDS, "Helm's release linkerd2-cni")))
                .get()
                .satisfies(trouble -> {
                    assertThat(trouble.reason()).isEqualTo("CniChartThere");
                    assertThat(trouble.message())
                            .contains(
                                    "ClusterRole linkerd-cni is Helm's release linkerd2-cni",
                                    "spec.linkerd.cniChart: Use");
                });
    }

    /** That one does the controller's duties, whatever else is there. */
    @Test
    void anotherReleaseIsToldWhereBothAre() {
        assertThat(ApplyRound.trouble(Map.of(LINKERDS, "somebody else's", OURS, "Helm's release mesh")))
                .get()
                .satisfies(trouble -> {
                    assertThat(trouble.reason()).isEqualTo("NotOurs");
                    assertThat(trouble.message()).contains("linkerd-cni", "linkerd-multus-webhook", "spec.adopt: true");
                });
    }
}
