// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class InstallerPodsTest {
    @Test
    void knowsSinceWhenAPodIsReady() {
        assertThat(InstallerPods.readySince(pod("Ready", "True"))).hasValue(Instant.parse("2026-11-28T08:00:00Z"));
        assertThat(InstallerPods.readySince(pod("Ready", "False"))).isEmpty();
        assertThat(InstallerPods.readySince(pod("ContainersReady", "True"))).isEmpty();
    }

    private static Pod pod(String condition, String status) {
        return new PodBuilder()
                .withNewStatus()
                .addNewCondition()
                .withType(condition)
                .withStatus(status)
                .withLastTransitionTime("2026-11-28T08:00:00Z")
                .endCondition()
                .endStatus()
                .build();
    }
}
