// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.elements;
import static io.linkerd.multus.acceptance.chart.Rendering.variable;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** By which the controller sees whether API servers reach the webhook. Which writes come to it in a cluster: {@code WebhookReachIT}. */
class ReachEntryTest {
    private static final String NAME = "reach.multus.linkerd.io";

    @Test
    void onlyDryRunsOfTheControllersLeaseThatAskComeToTheWebhook() {
        var entry = entry(Chart.render(Map.of()));

        assertThat(entry.path("rules").toString())
                .isEqualTo(
                        "[{\"apiGroups\":[\"coordination.k8s.io\"],\"apiVersions\":[\"v1\"],\"operations\":[\"UPDATE\"],"
                                + "\"resources\":[\"leases\"],\"scope\":\"Namespaced\"}]");
        assertThat(entry.path("namespaceSelector").toString())
                .isEqualTo("{\"matchLabels\":{\"kubernetes.io/metadata.name\":\"" + Chart.NAMESPACE + "\"}}");
        assertThat(entry.path("objectSelector").toString())
                .isEqualTo("{\"matchLabels\":{\"multus.linkerd.io/reach\":\"asked\"}}");
        assertThat(elements(entry.path("matchConditions"))
                        .map(condition -> condition.path("expression").asText()))
                .containsExactly("has(request.dryRun) && request.dryRun", "request.name == 'mesh-controller'");
    }

    @ParameterizedTest
    @MethodSource("io.linkerd.multus.acceptance.chart.Chart#ciValues")
    void noLeaseWaitsForTheWebhookWhateverItsFailurePolicyIs(String values) {
        var entry = entry(Chart.renderCi(values));

        assertThat(entry.path("failurePolicy").asText()).isEqualTo("Ignore");
        assertThat(entry.path("timeoutSeconds").asInt()).isEqualTo(2);
        assertThat(entry.path("sideEffects").asText()).isEqualTo("None");
        assertThat(entry.path("reinvocationPolicy").asText()).isEqualTo("Never");
    }

    /** Pods are called for by the first entry; the second goes the same way, and is trusted by the same authorities. */
    @ParameterizedTest
    @MethodSource("io.linkerd.multus.acceptance.chart.Chart#ciValues")
    void goesTheWayThatReviewsOfPodsGo(String values) {
        var webhooks = Chart.renderCi(values)
                .one("MutatingWebhookConfiguration", "zz-mesh-webhook")
                .path("webhooks");

        assertThat(webhooks).hasSize(2);
        assertThat(webhooks.at("/0/name").asText()).isEqualTo("pods.multus.linkerd.io");
        assertThat(webhooks.at("/1/clientConfig/service/path").asText()).isEqualTo("/mutate/reach");
        assertThat(webhooks.at("/1/clientConfig/service/name")).isEqualTo(webhooks.at("/0/clientConfig/service/name"));
        assertThat(webhooks.at("/1/clientConfig/service/port")).isEqualTo(webhooks.at("/0/clientConfig/service/port"));
        assertThat(webhooks.at("/1/clientConfig/caBundle")).isEqualTo(webhooks.at("/0/clientConfig/caBundle"));
    }

    /** A Deployment without the annotation is of a version whose configuration lacks the entry. */
    @Test
    void theControllerKnowsWhichWebhookIsAskedAndThatItAnswers() {
        var objects = Chart.render(Map.of());
        var controller = objects.one("Deployment", "mesh-controller").at("/spec/template/spec/containers/0");

        assertThat(variable(controller, "LINKERD_MULTUS_WEBHOOK")).isEqualTo("mesh-webhook");
        assertThat(objects.one("Deployment", "mesh-webhook")
                        .at("/metadata/annotations/multus.linkerd.io~1reach")
                        .asText())
                .isEqualTo("answered");
        assertThat(variable(controller, "LINKERD_MULTUS_LEASE")).isEqualTo("mesh-controller");
    }

    private static JsonNode entry(Rendering objects) {
        return elements(objects.one("MutatingWebhookConfiguration", "zz-mesh-webhook")
                        .path("webhooks"))
                .filter(webhook -> webhook.path("name").asText().equals(NAME))
                .findFirst()
                .orElseThrow();
    }
}
