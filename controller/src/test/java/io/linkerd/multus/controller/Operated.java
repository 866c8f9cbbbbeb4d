// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A cluster with an operator in it, which a test starts, and may stop and start anew. */
abstract class Operated {
    static final String MULTUS = "/apis/multus.linkerd.io/v1alpha1/linkerdmultuses/cluster";
    static final String DAEMON_SET = "/apis/apps/v1/namespaces/linkerd-multus/daemonsets/linkerd-multus-installer";
    static final String WEBHOOK = "/apis/apps/v1/namespaces/linkerd-multus/deployments/linkerd-multus-webhook";
    static final String ALL_DONE = "AsAsked";
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "LINKERD_MULTUS_NAMESPACE", "linkerd-multus",
            "LINKERD_MULTUS_POD_NAME", "controller-1",
            "LINKERD_MULTUS_OWNER", "linkerd-multus-controller",
            "LINKERD_MULTUS_OPERATOR", "true",
            "LINKERD_MULTUS_VERSION", "1",
            "LINKERD_MULTUS_WEBHOOK", "linkerd-multus-webhook",
            "LINKERD_MULTUS_REACH_PAUSE", "PT0.6S");

    final FakeCluster cluster = new FakeCluster();
    private Optional<OperatedController> controller = Optional.empty();

    @BeforeEach
    final void serveWhatAnOperandHas() {
        cluster.api()
                .define("multus.linkerd.io/v1alpha1", "linkerdmultuses", "LinkerdMultus", false)
                .define("v1", "services", "Service", true)
                .define("policy/v1", "poddisruptionbudgets", "PodDisruptionBudget", true)
                .define("networking.k8s.io/v1", "networkpolicies", "NetworkPolicy", true)
                .define("rbac.authorization.k8s.io/v1", "clusterrolebindings", "ClusterRoleBinding", false);
        cluster.configMap("2102");
        cluster.namespace("default", "");
        cluster.namespace("shop", "enabled");
        cluster.namespace("books", "enabled");
    }

    @AfterEach
    final void close() {
        stop();
        cluster.close();
    }

    final void start() {
        var started = new OperatedController(ENVIRONMENT, "linkerd-multus", cluster.apiServer());
        controller = Optional.of(started);
        started.start();
    }

    final void stop() {
        controller.ifPresent(OperatedController::close);
        controller = Optional.empty();
    }

    final JsonNode status() {
        return cluster.api().get(MULTUS).orElseThrow().path("status");
    }

    final Stream<JsonNode> condition(String type) {
        return status().path("conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asText().equals(type));
    }

    final String degraded() {
        return condition("Degraded")
                .map(condition -> condition.path("reason").asText() + ": "
                        + condition.path("message").asText())
                .findFirst()
                .orElse("");
    }

    final void awaitDegraded(String begin) {
        await("Degraded")
                .atMost(FakeCluster.SOON)
                .untilAsserted(() -> assertThat(degraded()).startsWith(begin));
    }

    final void awaitAttached(String namespace) {
        await(namespace + " is attached").atMost(FakeCluster.SOON).until(() -> isAttached(namespace));
    }

    final boolean isAttached(String namespace) {
        return cluster.api().get(FakeCluster.attachment(namespace)).isPresent();
    }
}
