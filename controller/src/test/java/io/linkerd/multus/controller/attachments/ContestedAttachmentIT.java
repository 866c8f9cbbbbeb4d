// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.Rival;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An attachment that another writer keeps undoing counted as in place, and no Event told of it. */
class ContestedAttachmentIT {
    private static final Duration SOME_REPAIRS = Duration.ofSeconds(3);

    private final FakeCluster cluster = new FakeCluster();

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void isToldOfAndNotCountedAsInPlaceUntilTheRivalHasGone() throws Exception {
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.namespace("well", "enabled");
        cluster.start();
        await("made").atMost(FakeCluster.SOON).until(() -> isThere("shop") && isThere("well"));
        try (var _ = Rival.in(cluster, "shop")) {
            await("told").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "NetworkAttachmentContested"));
            await("counted").atMost(FakeCluster.SOON).until(() -> cluster.standing("contested") == 1);
            await("all the time")
                    .during(SOME_REPAIRS)
                    .atMost(SOME_REPAIRS.multipliedBy(2))
                    .until(() -> cluster.standing("contested") == 1 && cluster.standing("in-place") == 1);
            assertThat(cluster.events("shop", "NetworkAttachmentContested")).isEqualTo(1);
            assertThat(cluster.hasEvent("well", "NetworkAttachmentContested")).isFalse();
        }

        await("in place")
                .atMost(Duration.ofSeconds(90))
                .until(() -> cluster.standing("contested") == 0 && cluster.standing("in-place") == 2);
    }

    /** The gauge stayed, since the fight ended without a write of ours. */
    @Test
    void isContestedNoMoreOnceTheNamespaceAsksNoMore() throws Exception {
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.start();
        await("made").atMost(FakeCluster.SOON).until(() -> isThere("shop"));
        try (var _ = Rival.in(cluster, "shop")) {
            await("counted").atMost(FakeCluster.SOON).until(() -> cluster.standing("contested") == 1);

            cluster.namespace("shop", "");

            await("contested no more").atMost(Duration.ofSeconds(90)).until(() -> cluster.standing("contested") == 0);
        }
    }

    private boolean isThere(String namespace) {
        return cluster.api().get(FakeCluster.attachment(namespace)).isPresent();
    }
}
