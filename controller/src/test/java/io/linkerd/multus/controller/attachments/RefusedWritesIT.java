// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.service.fakeapi.Failure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the API server refuses to write, as by a quota (403) or a policy (422), and what it fails at for a moment (500, 502, 504). */
class RefusedWritesIT {
    private final FakeCluster cluster = new FakeCluster();

    @AfterEach
    void end() {
        cluster.close();
    }

    /** No Event told of it, and the metric counted it as in place. */
    @ParameterizedTest
    @ValueSource(ints = {403, 422})
    void anAttachmentThatIsRefusedIsToldOfAndNotCountedAsInPlace(int status) {
        cluster.configMap("2102");
        cluster.api().fail("PATCH " + FakeCluster.attachment("shop"), Failure.status(status));
        cluster.namespace("shop", "enabled");
        cluster.namespace("well", "enabled");
        cluster.start();

        await("told").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "RequestRefused"));

        assertThat(cluster.standing("refused")).isEqualTo(1);
        assertThat(cluster.standing("in-place")).isEqualTo(1);
        assertThat(refused()).isEqualTo(1);
        assertThat(messages("shop"))
                .singleElement()
                .asString()
                .contains("network-attachment-definitions", "half minute");
        assertThat(cluster.hasEvent("well", "RequestRefused")).isFalse();
    }

    @Test
    void whatIsWrittenInTheEndCountsAsInPlace() {
        cluster.configMap("2102");
        cluster.api().fail("PATCH " + FakeCluster.attachment("shop"), Failure.status(403), 7);
        cluster.namespace("shop", "enabled");
        cluster.start();

        await("told").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "RequestRefused"));
        await("in place")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.standing("in-place") == 1 && cluster.standing("refused") == 0 && refused() == 0);
    }

    /**
     * An API server that has just started answers 403 to all until it knows the roles, and one without its etcd 500 and 504 for seconds: that
     * counted as refused at once, and was told after three seconds.
     */
    @ParameterizedTest
    @CsvSource({"403, 4", "500, 7", "502, 7", "504, 7"})
    void aMomentsRefusalIsToldToNobody(int status, int times) {
        cluster.configMap("2102");
        cluster.api().fail("PATCH " + FakeCluster.attachment("shop"), Failure.status(status), times);
        cluster.namespace("shop", "enabled");
        cluster.start();

        var refusedAtOnce = new AtomicBoolean();
        await("in place")
                .pollInterval(Duration.ofMillis(10))
                .atMost(FakeCluster.SOON)
                .until(() -> {
                    refusedAtOnce.compareAndSet(false, cluster.standing("refused") + refused() > 0);
                    return cluster.api().get(FakeCluster.attachment("shop")).isPresent();
                });

        assertThat(refusedAtOnce).isFalse();
        assertThat(cluster.hasEvent("shop", "RequestRefused")).isFalse();
    }

    @Test
    void anAttachmentThatMayNotGoIsToldOf() {
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.start();
        await("made")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(FakeCluster.attachment("shop")).isPresent());
        cluster.api().fail("DELETE " + FakeCluster.attachment("shop"), Failure.status(403));

        cluster.namespace("shop", "");

        await("told").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "RequestRefused"));
        assertThat(messages("shop")).singleElement().asString().contains("delete network-attachment-definitions");
    }

    private double refused() {
        return cluster.meters().find("linkerd_multus_controller_refused").gauges().stream()
                .mapToDouble(gauge -> gauge.value())
                .sum();
    }

    private List<String> messages(String namespace) {
        return cluster.api().list("/api/v1/namespaces/" + namespace + "/events").stream()
                .filter(event -> event.path("reason").asText().equals("RequestRefused"))
                .map(event -> event.path("message").asText())
                .toList();
    }
}
