// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import static io.linkerd.multus.daemon.cluster.FollowedCluster.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.daemon.status.PodEvent;
import io.linkerd.multus.service.fakeapi.Failure;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PodEventsTest {
    private static final String EVENTS = "/api/v1/namespaces/shop/events";
    private static final PodEvent MISSING = PodEvent.noNetworkFound("shop", "blue", "not found");

    @TempDir
    private Path folder;

    private FollowedCluster there;

    @BeforeEach
    void follow() throws Exception {
        there = new FollowedCluster(folder);
        there.putPod("{}");
    }

    @AfterEach
    void end() {
        there.close();
    }

    private void post() {
        there.cluster.events().post(MISSING.of(pod("uid")));
        await().until(() -> there.cluster.events().waiting() == 0);
    }

    @Test
    void areAboutThePodInMultusName() {
        post();

        var event = there.api.list(EVENTS).getFirst();
        assertThat(event.path("involvedObject").toString())
                .isEqualTo(
                        "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"namespace\":\"shop\",\"name\":\"cart\",\"uid\":\"uid\"}");
        assertThat(event.path("reason").asText()).isEqualTo("NoNetworkFound");
        assertThat(event.path("message").asText()).isEqualTo(MISSING.message());
        assertThat(event.at("/source/component").asText()).isEqualTo("multus");
        assertThat(event.at("/source/host").asText()).isEqualTo("node1");
        assertThat(event.path("reportingInstance").asText()).isEqualTo("node1");
    }

    /** One right to create, one to patch. */
    @Test
    void equalOnesAreCountedAfterSeconds() {
        post();
        there.ahead.addAndGet(Duration.ofSeconds(6).toNanos());
        post();

        assertThat(there.api.list(EVENTS)).hasSize(1);
        assertThat(there.api.list(EVENTS).getFirst().path("count").asInt()).isEqualTo(2);
    }

    @Test
    void areTriedAgainWhileTheApiServerIsAway() {
        there.api.fail("POST " + EVENTS, Failure.status(503), 2);
        post();

        assertThat(there.api.list(EVENTS)).hasSize(1);
        assertThat(there.cluster.events().lost()).isZero();
    }
}
