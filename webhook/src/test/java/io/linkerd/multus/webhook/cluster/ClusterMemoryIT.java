// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kubernetes.client.util.ClientBuilder;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.fakeapi.WatchTrouble;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.CONCURRENT)
class ClusterMemoryIT {
    private static final String NAMESPACES = "/api/v1/namespaces/";
    private static final String KIND = "/apis/k8s.cni.cncf.io/v1/";
    private static final String OPTED_IN = "{metadata: {annotations: {'linkerd.io/multus': 'enabled', 'other': 'x'}}}";

    private final FakeApiServer api = FakeApiServer.plain();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final ClusterMemory memory;

    ClusterMemoryIT() {
        var builder = new ClientBuilder().setBasePath(api.url());
        memory = new ClusterMemory(
                new OkHttpTransport(builder, builder.build()),
                AttachmentScope.PER_NAMESPACE,
                Clocks.ofTheSystem(),
                metrics);
    }

    @AfterEach
    void close() {
        memory.close();
        api.close();
    }

    @Test
    void remembersOfEachNamespaceWhatMatters() {
        api.put(NAMESPACES + "shop", OPTED_IN);
        api.put(NAMESPACES + "viz", "{metadata: {labels: {'linkerd.io/extension': 'viz'}}}");
        memory.start();

        soon().until(() -> memory.namespace("viz").flatMap(NamespaceMarks::extension), Optional.of("viz")::equals);
        assertThat(memory.namespace("shop").flatMap(NamespaceMarks::multus)).hasValue(Linkerd.ENABLED);
        assertThat(memory.namespace("none")).isEmpty();
    }

    @Test
    void hearsOfWhatComesAndGoes() {
        multus();
        memory.start();
        soon().until(() -> memory.attachment("shop"), Optional.of(false)::equals);

        attach("shop");
        soon().until(() -> memory.attachment("shop"), Optional.of(true)::equals);
        api.put(KIND + "namespaces/shop/network-attachment-definitions/another", "{spec: {config: '{}'}}");
        api.remove(KIND + "namespaces/shop/network-attachment-definitions/linkerd-cni");

        soon().until(() -> memory.attachment("shop"), Optional.of(false)::equals);
    }

    /** It asked for a kind that the cluster does not know for as long as it ran, and its age grew. */
    @Test
    void leavesAttachmentsAloneWherePodsReferToNone() {
        var builder = new ClientBuilder().setBasePath(api.url());
        var own = new SimpleMeterRegistry();
        try (var chained = new ClusterMemory(
                new OkHttpTransport(builder, builder.build()), AttachmentScope.NONE, Clocks.ofTheSystem(), own)) {
            chained.start();
            soon().until(() -> chained.whyNotReady().isEmpty());

            assertThat(api.requests("")).noneMatch(request -> request.contains("network-attachment-definitions"));
            assertThat(own.find("linkerd_multus_webhook_cache_age_seconds")
                            .tag("cache", "attachments")
                            .gauge())
                    .isNull();
        }
    }

    @Test
    void readsManyInOneAnswer() {
        for (int i = 0; i < 600; i++) {
            api.put(NAMESPACES + "team-" + i, OPTED_IN);
        }
        memory.start();

        soon().until(() -> objects("namespaces") == 600);
        assertThat(api.requests("GET /api/v1/namespaces")).hasSize(1);
    }

    /** One of them was enough for no namespace to be followed any more, and for no replica to become ready again. */
    @Test
    void oneOddNamespaceKeepsNobodyFromTheOthers() {
        api.put(
                NAMESPACES + "odd",
                "{metadata: {ownerReferences: [{apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: '"
                        + "u".repeat(6000) + "'}]}}");
        for (int i = 0; i < 40; i++) {
            api.put(NAMESPACES + "large-" + i, OPTED_IN.replace("'enabled'", "'" + "x".repeat(250_000) + "'"));
        }
        for (int i = 0; i < 3; i++) {
            api.put(NAMESPACES + "shop-" + i, OPTED_IN);
        }
        memory.start();

        soon().untilAsserted(() -> assertThat(memory.whyNotReady()).isEmpty());
        assertThat(memory.namespace("shop-2").flatMap(NamespaceMarks::multus)).hasValue(Linkerd.ENABLED);
        assertThat(memory.namespace("odd")).hasValue(NamespaceMarks.SILENT);
        assertThat(memory.namespace("large-7").flatMap(NamespaceMarks::multus))
                .hasValueSatisfying(value -> assertThat(value).hasSizeLessThan(100));

        api.edit(NAMESPACES + "shop-1", "{metadata: {annotations: {'linkerd.io/multus': 'disabled'}}}");
        api.edit(NAMESPACES + "large-1", "{metadata: {annotations: {'linkerd.io/multus': 'enabled'}}}");

        soon().until(() -> memory.namespace("shop-1").flatMap(NamespaceMarks::multus), Optional.of("disabled")::equals);
        soon().until(() -> memory.namespace("large-1").flatMap(NamespaceMarks::multus), Optional.of("enabled")::equals);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void endsWithWhatTheApiServerHasWhateverBecomesOfItsWatches(long seed) {
        var trouble = new WatchTrouble(api, seed);
        var random = new Random(seed);
        memory.start();
        for (int i = 0; i < 60; i++) {
            var name = NAMESPACES + "team-" + random.nextInt(10);
            if (random.nextInt(4) == 0) {
                api.remove(name);
            } else {
                api.put(name, OPTED_IN.replace("enabled", "change-" + i));
            }
            if (random.nextInt(6) == 0) {
                trouble.next();
            }
        }
        trouble.end();

        soon().untilAsserted(() -> {
            for (int i = 0; i < 10; i++) {
                var name = "team-" + i;
                var there = api.get(NAMESPACES + name)
                        .map(object -> object.at("/metadata/annotations/linkerd.io~1multus")
                                .asText());
                assertThat(memory.namespace(name).flatMap(NamespaceMarks::multus))
                        .as("%s of %s", name, trouble)
                        .isEqualTo(there);
            }
        });
    }

    @Test
    void goesOnKnowingWhileTheApiServerIsAwayAndCatchesUp() {
        api.put(NAMESPACES + "shop", OPTED_IN);
        memory.start();
        soon().until(() -> age("namespaces") == 0);

        api.refuseConnections();

        soon().until(() -> age("namespaces") > 0);
        assertThat(memory.namespace("shop").flatMap(NamespaceMarks::multus)).hasValue(Linkerd.ENABLED);
        assertThat(memory.whyNotReady()).isEmpty();

        api.put(NAMESPACES + "late", OPTED_IN);
        api.acceptConnections();

        soon().until(() -> memory.namespace("late").isPresent());
        assertThat(age("namespaces")).isZero();
    }

    /** Its connection was taken, and for five minutes what was known counted as what is. */
    @Test
    void isNotInStepWithAnApiServerThatOpensNoWatch() {
        memory.start();
        soon().until(memory::followsNamespaces);

        api.fail("WATCH /api/v1/namespaces", new Failure.Hang());
        api.watches().end();

        soon().until(() -> !memory.followsNamespaces());
        assertThat(age("namespaces")).isPositive();

        api.heal();

        soon().until(memory::followsNamespaces);
    }

    @Test
    void saysWhyNothingIsKnownYet() {
        api.fail("GET /api/v1/namespaces", Failure.status(403));
        memory.start();

        soon().until(() -> memory.whyNotReady().toString().contains("forbidden"));
        api.heal();

        soon().until(() -> memory.whyNotReady().isEmpty());
    }

    @Test
    void findsTheKindOnceMultusIsInstalled() {
        memory.start();
        soon().until(this::hasAskedForAttachments);
        assertThat(memory.attachment("shop")).isEmpty();

        multus();
        attach("shop");

        soon().until(() -> memory.attachment("shop"), Optional.of(true)::equals);
        soon().until(memory::followsAttachments);
    }

    @Test
    void aRightThatIsMissingIsNoOutage() {
        multus();
        api.fail("GET " + KIND + "network-attachment-definitions", Failure.status(403));
        memory.start();

        soon().until(this::hasAskedForAttachments);
        soon().until(() -> memory.whyNotReady().isEmpty());
        assertThat(memory.followsAttachments()).isFalse();
    }

    private boolean hasAskedForAttachments() {
        return !api.requests("GET " + KIND + "network-attachment-definitions").isEmpty();
    }

    private void multus() {
        api.define("k8s.cni.cncf.io/v1", "network-attachment-definitions", "NetworkAttachmentDefinition", true);
    }

    private void attach(String namespace) {
        api.put(
                KIND + "namespaces/" + namespace + "/network-attachment-definitions/linkerd-cni",
                "{spec: {config: '{}'}}");
    }

    private double age(String cache) {
        return metrics.get("linkerd_multus_webhook_cache_age_seconds")
                .tag("cache", cache)
                .gauge()
                .value();
    }

    private double objects(String cache) {
        return metrics.get("linkerd_multus_webhook_cache_objects")
                .tag("cache", cache)
                .gauge()
                .value();
    }

    private static ConditionFactory soon() {
        return await().dontCatchUncaughtExceptions()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20));
    }
}
