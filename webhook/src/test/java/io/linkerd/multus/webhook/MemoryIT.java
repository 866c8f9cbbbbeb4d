// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.contracts.admission.pods.PodJson;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.webhook.certificates.CertificatePolicy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a pod waits for, and what not. */
class MemoryIT {
    private static final String ATTACHMENTS = "GET /apis/k8s.cni.cncf.io/v1/namespaces/";
    private static final String EXTENSION = "{metadata: {labels: {'linkerd.io/extension': 'viz'}}}";

    private WebhookFixture fixture;

    @BeforeEach
    void start() {
        fixture = new WebhookFixture(CertificatePolicy.STANDARD);
        fixture.api.define("k8s.cni.cncf.io/v1", "network-attachment-definitions", "NetworkAttachmentDefinition", true);
        fixture.api.put("/api/v1/namespaces/viz", EXTENSION);
        fixture.api.put(
                "/apis/k8s.cni.cncf.io/v1/namespaces/viz/network-attachment-definitions/linkerd-cni",
                "{spec: {config: '{}'}}");
        fixture.ready();
        await().atMost(Duration.ofMinutes(1)).until(() -> metric("cache_objects{cache=\"attachments\"} 1.0"));
        fixture.api.forgetRequests();
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void noPodOfAnExtensionAsksForItsAttachment() throws Exception {
        for (int pod = 0; pod < 20; pod++) {
            assertThat(review("viz")).contains("\"patch\"");
        }

        assertThat(fixture.api.requests(ATTACHMENTS)).isEmpty();
    }

    @Test
    void whereNoAttachmentIsKnownAFewOfManyPodsAsk() throws Exception {
        fixture.namespace("lone", "");
        for (int pod = 0; pod < 20; pod++) {
            assertThat(reviewOptedIn("lone")).contains("has no NetworkAttachmentDefinition");
        }

        assertThat(fixture.api.requests(ATTACHMENTS + "lone")).hasSizeBetween(1, 5);
    }

    @Test
    void goesByWhatItKnowsWhileTheApiServerIsAwayAndSaysSo() throws Exception {
        fixture.api.refuseConnections();
        await().atMost(Duration.ofMinutes(1)).until(() -> !metric("cache_age_seconds{cache=\"namespaces\"} 0.0"));

        assertThat(review("viz")).contains("\"patch\"");
        assertThat(review("shop")).contains("\"patch\"");
        assertThat(fixture.get("/readyz").statusCode()).isEqualTo(200);

        fixture.api.acceptConnections();
        await().atMost(Duration.ofMinutes(1)).until(() -> metric("cache_age_seconds{cache=\"namespaces\"} 0.0"));
    }

    @Test
    void anExtensionsPodIsAttachedDuringAnOutageWhereNoAttachmentWasKnown() throws Exception {
        fixture.api.put("/api/v1/namespaces/lone", EXTENSION);
        fixture.api.fail("GET /apis/k8s", Failure.status(503));

        assertThat(review("lone")).contains("\"patch\"");
    }

    /** It was believed for as long as the watch was gone, and the user ids were those of a namespace that is no more. */
    @Test
    void aNamespaceThatWasMadeAnewWhileNobodyWatchedIsReadAnew() throws Exception {
        fixture.api.fail("WATCH /api/v1/namespaces", Failure.status(503));
        fixture.api.watches().end();
        await().atMost(Duration.ofMinutes(1)).until(() -> !metric("cache_age_seconds{cache=\"namespaces\"} 0.0"));

        fixture.api.remove("/api/v1/namespaces/shop");
        fixture.namespace(
                "shop", "'linkerd.io/multus': 'enabled', 'openshift.io/sa.scc.uid-range': '1000990000/10000'");

        assertThat(patch(review("shop"))).contains("1000999999");
    }

    /** Nobody had looked since the watch was gone, and the pod was refused as if somebody had. */
    @Test
    void anAttachmentOfWhichNobodyKnowsIsNotSaidToBeMissing() throws Exception {
        fixture.namespace("lone", "");
        assertThat(reviewOptedIn("lone")).contains("has no NetworkAttachmentDefinition", "\"code\":403");
        fixture.api.fail("WATCH /apis/k8s", Failure.status(503));
        fixture.api.fail("GET /apis/k8s", Failure.status(503));
        fixture.api.watches().end();
        await().atMost(Duration.ofMinutes(1)).until(() -> !metric("cache_age_seconds{cache=\"attachments\"} 0.0"));

        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(reviewOptedIn("lone")).contains("\"code\":503"));
        assertThat(fixture.get("/metrics").body()).contains("reason=\"attachment-unreadable\"");
    }

    /** Each of them asked. */
    @Test
    void aFewOfManyPodsAskWhetherTheirNamespaceHasOptedInByNow() throws Exception {
        fixture.namespace("plain", "");
        var lookup = "GET /api/v1/namespaces/plain";
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var answer : threads.invokeAll(Collections.nCopies(20, (Callable<String>) () -> review("plain")))) {
                assertThat(answer.get()).contains("\"allowed\":true").doesNotContain("\"patch\"");
            }
        }

        assertThat(fixture.api.requests(lookup)).hasSizeBetween(1, 5);
    }

    private String reviewOptedIn(String namespace) throws Exception {
        try (var client = fixture.connect()) {
            return client.post(WebhookFixture.review(
                            namespace, "{\"name\":\"web\",\"annotations\":{\"linkerd.io/multus\":\"enabled\"}}"))
                    .body();
        }
    }

    private static String patch(String answer) {
        var patch = PodJson.tree(answer.getBytes(StandardCharsets.UTF_8)).at("/response/patch");
        return new String(Base64.getDecoder().decode(patch.asText()), StandardCharsets.UTF_8);
    }

    private String review(String namespace) throws Exception {
        try (var client = fixture.connect()) {
            return client.post(WebhookFixture.review(namespace, "{\"name\":\"web\"}"))
                    .body();
        }
    }

    private boolean metric(String line) throws Exception {
        return fixture.get("/metrics").body().contains("linkerd_multus_webhook_" + line);
    }
}
