// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may reach our pods, and who asks them how they are. */
class ObservabilityTest {
    @ParameterizedTest
    @CsvSource({"installer,http", "controller,http", "webhook,https http"})
    void onlyWhatAPartServesIsLetIn(String part, String ports) {
        var policy = Chart.render(Map.of()).one("NetworkPolicy", "mesh-" + part).path("spec");

        assertThat(policy.path("podSelector")
                        .path("matchLabels")
                        .path("app.kubernetes.io/name")
                        .asText())
                .isEqualTo(part);
        assertThat(Rendering.texts(policy.path("policyTypes"))).containsExactly("Ingress");
        assertThat(policy.path("ingress").findValuesAsText("port")).isEqualTo(List.of(ports.split(" ")));
        assertThat(declared(part)).isEqualTo(policy.path("ingress").findValuesAsText("port"));
    }

    private static List<String> declared(String part) {
        return Chart.render(Map.of())
                .pods()
                .map(pod -> pod.at("/spec/containers/0"))
                .filter(container -> container.path("name").asText().equals(part))
                .flatMap(container -> container.path("ports").findValuesAsText("name").stream())
                .toList();
    }

    @Test
    void whatPodsMayCallCanBeSaid() {
        assertThat(Chart.renderCi("everything-values.yaml").ofKind("NetworkPolicy"))
                .hasSize(3)
                .allSatisfy(policy -> {
                    assertThat(Rendering.texts(policy.at("/spec/policyTypes"))).containsExactly("Ingress", "Egress");
                    assertThat(policy.at("/spec/egress").findValuesAsText("cidr"))
                            .containsExactly("198.18.0.0/15");
                });
        assertThat(Chart.render(Map.of("global.networkPolicy.enabled", "false")).ofKind("NetworkPolicy"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ServiceMonitor", "PodMonitor"})
    void monitorsFindEveryPartsMetrics(String kind) {
        var objects = Chart.render(Map.of("global.monitoring.kind", kind, "global.monitoring.labels.prometheus", "p"));

        assertThat(objects.ofKind(kind)).hasSize(3).allSatisfy(monitor -> {
            assertThat(monitor.at("/metadata/labels/prometheus").asText()).isEqualTo("p");
            assertThat(monitor.findValuesAsText("path")).containsExactly("/metrics");
            assertThat(monitor.findValuesAsText("port")).containsExactly("http");
            var wanted = monitor.at("/spec/selector/matchLabels");
            assertThat(
                            kind.equals("PodMonitor")
                                    ? objects.pods().map(pod -> pod.at("/metadata/labels"))
                                    : objects.ofKind("Service")
                                            .filter(ObservabilityTest::hasHttp)
                                            .map(one -> one.at("/metadata/labels")))
                    .filteredOn(labels -> wanted.propertyStream()
                            .allMatch(entry -> labels.path(entry.getKey()).equals(entry.getValue())))
                    .hasSize(1);
        });
        assertThat(Chart.render(Map.of()).ofKind(kind)).isEmpty();
    }

    private static boolean hasHttp(JsonNode service) {
        return service.at("/spec/ports").findValuesAsText("name").contains("http");
    }
}
