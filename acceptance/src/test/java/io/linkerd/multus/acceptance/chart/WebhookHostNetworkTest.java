// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.elements;
import static io.linkerd.multus.acceptance.chart.Rendering.texts;
import static io.linkerd.multus.acceptance.chart.Rendering.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The webhook in its node's own network, for API servers that have a way to nodes and none to pods. */
class WebhookHostNetworkTest {
    private static final String NAME = "mesh-webhook";

    @Test
    void anApiServerWithoutAWayToPodsReachesTheWebhookOnItsNode() {
        var objects = hostNetwork("eks", Map.of());
        var spec = pod(objects).path("spec");

        assertThat(spec.path("hostNetwork").asBoolean()).isTrue();
        assertThat(spec.path("dnsPolicy").asText()).isEqualTo("ClusterFirstWithHostNet");
        assertThat(port(objects, "https")).isEqualTo("{\"name\":\"https\",\"containerPort\":8443,\"hostPort\":8443}");
        assertThat(port(objects, "http")).isEqualTo("{\"name\":\"http\",\"containerPort\":9644,\"hostPort\":9644}");
        assertThat(objects.one("Service", NAME).at("/spec/ports/0/targetPort").asText())
                .isEqualTo("https");
        assertThat(objects.one("Service", NAME).at("/spec/ports/0/port").asInt())
                .isEqualTo(443);
    }

    @Test
    void itsPortsAreThoseThatAreFreeOnTheNodes() {
        var objects = hostNetwork("eks", Map.of("webhook.port", "9443", "webhook.healthPort", "9743"));
        var container = pod(objects).at("/spec/containers/0");

        assertThat(variable(container, "LINKERD_MULTUS_HTTPS_PORT")).isEqualTo("9443");
        assertThat(variable(container, "LINKERD_MULTUS_HEALTH_PORT")).isEqualTo("9743");
        assertThat(port(objects, "https")).contains("\"containerPort\":9443", "\"hostPort\":9443");
        assertThat(port(objects, "http")).contains("\"containerPort\":9743", "\"hostPort\":9743");
        assertThat(objects.one("Service", NAME + "-metrics")
                        .at("/spec/ports/0/port")
                        .asInt())
                .isEqualTo(9743);
    }

    /** With one replica on each node, a new one would wait for a port until an old one goes, which would wait for the new one. */
    @Test
    void aRolloutDoesNotWaitForAPortThatTheOldReplicaHas() {
        var objects = hostNetwork("eks", Map.of());
        var rolling = objects.one("Deployment", NAME).at("/spec/strategy/rollingUpdate");

        assertThat(rolling.toString()).isEqualTo("{\"maxUnavailable\":1,\"maxSurge\":0}");
        assertThat(objects.one("Deployment", NAME).at("/spec/replicas").asInt()).isEqualTo(2);
        assertThat(objects.one("PodDisruptionBudget", NAME)
                        .at("/spec/maxUnavailable")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void inThePodsNetworkNothingOfTheNodeIsTaken() {
        var objects = Chart.renderFor("eks");
        var spec = pod(objects).path("spec");

        assertThat(spec.has("hostNetwork") || spec.has("dnsPolicy")).isFalse();
        assertThat(port(objects, "https")).isEqualTo("{\"name\":\"https\",\"containerPort\":8443}");
        assertThat(port(objects, "http")).isEqualTo("{\"name\":\"http\",\"containerPort\":8080}");
        assertThat(objects.one("Deployment", NAME)
                        .at("/spec/strategy/rollingUpdate")
                        .toString())
                .isEqualTo("{\"maxUnavailable\":0,\"maxSurge\":1}");
        assertThat(objects.find("NetworkPolicy", NAME)).isPresent();
    }

    /** Plugins make no rules for pods in their node's network: a policy would say what is not so. */
    @Test
    void noNetworkPolicyPretendsToHoldForThePortsOfANode() {
        assertThat(hostNetwork("eks", Map.of()).find("NetworkPolicy", NAME)).isEmpty();
    }

    /** restricted-v2 lets no pod into its node's network. */
    @ParameterizedTest
    @ValueSource(strings = {"openshift", "microshift"})
    void onOpenShiftConstraintsLetItIntoTheNodesNetworkAndNothingElse(String platform) {
        var objects = hostNetwork(platform, Map.of());

        assertThat(pod(objects)
                        .at("/metadata/annotations/openshift.io~1required-scc")
                        .asText())
                .isEqualTo("hostnetwork-v2");
        assertThat(elements(objects.one("Role", NAME + "-scc").path("rules")))
                .singleElement()
                .satisfies(rule -> {
                    assertThat(texts(rule.path("resources"))).containsExactly("securitycontextconstraints");
                    assertThat(texts(rule.path("resourceNames"))).containsExactly("hostnetwork-v2");
                    assertThat(texts(rule.path("verbs"))).containsExactly("use");
                });
        assertThat(objects.one("RoleBinding", NAME + "-scc")
                        .at("/subjects/0/name")
                        .asText())
                .isEqualTo(NAME);
        assertThat(hostNetwork("eks", Map.of()).find("Role", NAME + "-scc")).isEmpty();
        assertThat(Chart.renderFor(platform).find("Role", NAME + "-scc")).isEmpty();
    }

    @Test
    void onePortForBothIsRefused() {
        assertThatThrownBy(() -> Chart.render(Map.of("webhook.healthPort", "8443")))
                .hasMessageContaining("webhook.healthPort: 8443 is webhook.port, too: set another one");
        assertThatThrownBy(() -> hostNetwork("eks", Map.of("webhook.port", "9644")))
                .hasMessageContaining("webhook.healthPort: 9644 is webhook.port, too: set another one");
    }

    /** Pods that are not root may take no lower one of a node. */
    @Test
    void aPortThatOnlyRootMayTakeIsRefused() {
        assertThatThrownBy(() -> hostNetwork("eks", Map.of("webhook.port", "443")))
                .hasMessageContaining("at '/port'");
    }

    private static Rendering hostNetwork(String platform, Map<String, String> more) {
        var values = new HashMap<>(more);
        values.put("global.platform", platform);
        values.put("webhook.hostNetwork", "true");
        return Chart.render(values);
    }

    private static JsonNode pod(Rendering objects) {
        return objects.one("Deployment", NAME).at("/spec/template");
    }

    private static String port(Rendering objects, String name) {
        return elements(pod(objects).at("/spec/containers/0/ports"))
                .filter(port -> port.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow()
                .toString();
    }
}
