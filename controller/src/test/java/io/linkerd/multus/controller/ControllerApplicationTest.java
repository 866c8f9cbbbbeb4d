// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the process consists of gives its lease back when it ends. */
class ControllerApplicationTest {
    private final FakeCluster cluster = new FakeCluster();

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void startsLeadsAndGivesTheLeaseBackWhenItEnds() {
        try (var context = ControllerApplication.start(FakeCluster.SETTINGS, cluster.apiServer())) {
            var controller = context.getBean(Controller.class);

            await("leads")
                    .atMost(FakeCluster.SOON)
                    .until(() -> controller.metrics().contains("linkerd_multus_controller_leader 1.0"));
            assertThat(holder()).isEqualTo("controller-1");
            assertThat(controller.whyNotReady()).isEmpty();
            assertThat(controller.whyNotAlive()).isEmpty();
        }

        assertThat(holder()).isEmpty();
    }

    private String holder() {
        return cluster.api()
                .get(FakeCluster.LEASE)
                .map(lease -> lease.path("spec").path("holderIdentity").asText())
                .orElse("");
    }
}
