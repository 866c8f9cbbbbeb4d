// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micronaut.test.extensions.junit5.annotation.MicronautTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** That the container finds what the controller consists of, and starts it by itself. */
@MicronautTest(contextBuilder = ControllerParts.class)
class ControllerWiringTest {
    @Inject
    private Controller controller;

    @AfterAll
    static void end() {
        ControllerParts.CLUSTER.close();
    }

    @Test
    void leads() {
        await("leads")
                .atMost(FakeCluster.SOON)
                .until(() -> controller.metrics().contains("linkerd_multus_controller_leader 1.0"));
        assertThat(controller.whyNotReady()).isEmpty();
        assertThat(controller.whyNotAlive()).isEmpty();
    }
}
