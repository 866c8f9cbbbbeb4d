// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.service.fakeapi.Failure;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApiTrafficIT {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(3);

    private final FakeCluster cluster = new FakeCluster();

    @BeforeEach
    void lead() {
        cluster.configMap("0");
        cluster.start();
        await("leads").atMost(FakeCluster.SOON).until(cluster::leads);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void leavesABusyApiServerAloneForAsLongAsItSays() {
        cluster.api().fail("PATCH " + FakeCluster.attachment("shop"), Failure.tooManyRequests(RETRY_AFTER), 1);
        cluster.namespace("shop", "enabled");
        await("the answer is seen").atMost(FakeCluster.SOON).until(() -> requests("patch", "429") == 1);
        long busy = System.nanoTime();
        cluster.namespace("other", "enabled");

        await("both are kept in the end")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(FakeCluster.attachment("shop")).isPresent()
                        && cluster.api().get(FakeCluster.attachment("other")).isPresent());

        assertThat(Duration.ofNanos(System.nanoTime() - busy))
                .as("each, since it is the client that asks too much")
                .isGreaterThan(RETRY_AFTER.minusMillis(200));
        assertThat(cluster.attachmentWrites()).isEqualTo(3);
    }

    /** A budget's no is about one pod. */
    @Test
    void isNotHeldBackByADisruptionBudget() {
        cluster.api()
                .fail(
                        "POST /api/v1/namespaces/shop/pods/web/eviction",
                        Failure.tooManyRequests(Duration.ofSeconds(30)));
        cluster.unmeshedPod("shop", "web");
        await("the answer is seen").atMost(FakeCluster.SOON).until(() -> requests("create", "429") == 1);

        cluster.namespace("shop", "enabled");

        await("the attachment is there")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(FakeCluster.attachment("shop")).isPresent());
    }

    @Test
    void countsRequestsByVerbAndCode() {
        cluster.namespace("shop", "enabled");

        await("the attachment is there")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(FakeCluster.attachment("shop")).isPresent());

        // The API server has an object before the client has read the answer.
        await("each verb is counted").atMost(FakeCluster.SOON).untilAsserted(() -> {
            assertThat(requests("watch", "200")).isPositive();
            assertThat(requests("get", "200")).isPositive();
            assertThat(requests("patch", "201") + requests("patch", "200")).isPositive();
        });
    }

    private double requests(String verb, String code) {
        return cluster
                .meters()
                .find("linkerd_multus_controller_api_requests")
                .tag("verb", verb)
                .tag("code", code)
                .counters()
                .stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }
}
