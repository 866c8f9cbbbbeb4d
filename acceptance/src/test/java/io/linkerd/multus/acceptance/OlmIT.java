// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.acceptance.mesh.LinkerdStandins;
import io.linkerd.multus.acceptance.mesh.OperatorCatalog;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.olm.OlmPrograms;
import io.linkerd.multus.localcluster.programs.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The real Operator Lifecycle Manager, and the bundle and catalog that are checked in. */
@WithMesh(olm = true)
@Order(30)
@EnabledIfSystemProperty(named = "olm", matches = "true", disabledReason = "builds OLM, which takes minutes")
class OlmIT {
    private static final String NAMESPACE = "linkerd-multus";
    private static final String SHOP = "olm-shop";
    private static final String CSV = "linkerd-multus.v0.1.0";

    private final Mesh mesh;

    OlmIT(Mesh mesh) {
        this.mesh = mesh;
    }

    @Test
    void fromASubscriptionToAMeshedPodAndBack() throws Exception {
        var olm = OlmPrograms.prepare(
                LocalClusterExtension.project(), LocalClusterExtension.toolbox(), Progress.silent());
        var catalog = new OperatorCatalog(
                mesh.cluster(),
                olm,
                LocalClusterExtension.project(),
                Path.of("target", "olm").toAbsolutePath());
        catalog.offer();
        catalog.subscribe();
        mesh.untilHas("the CSV succeeds", this::csv, phase -> phase.startsWith("Succeeded"));

        mesh.apply("""
                apiVersion: multus.linkerd.io/v1alpha1
                kind: LinkerdMultus
                metadata: {name: cluster}
                spec: {images: {plugin: "%s"}}
                """.formatted(LinkerdStandins.IMAGE));
        mesh.untilHas("it is available", () -> condition("Available"), state -> state.startsWith("True"));
        mesh.namespace(SHOP, Mesh.OPTED_IN);
        for (var pod : mesh.deploy(SHOP, "web", 2, Map.of())) {
            assertThat(mesh.rules(pod).exempt(pod.proxy().orElseThrow()))
                    .as("rules of %s", pod)
                    .isTrue();
        }

        mesh.kubectl("delete", "namespace", SHOP);
        mesh.kubectl("delete", "linkerdmultus", "cluster", "--timeout=2m");
        mesh.kubectl("delete", "subscription,clusterserviceversion", "--all", "--namespace=" + NAMESPACE);
        mesh.untilHas("its pods have gone", () -> mesh.objects().list("pods", NAMESPACE), List::isEmpty);
        assertThat(CniFolders.of(mesh.cluster())).isEqualTo(mesh.untouched());
    }

    private String csv() throws Exception {
        return mesh.objects()
                .find("clusterserviceversion", NAMESPACE, CSV)
                .map(csv -> csv.at("/status/phase").asText() + ": "
                        + csv.at("/status/message").asText())
                .orElseGet(this::subscription);
    }

    private String subscription() {
        try {
            return mesh.objects().find("subscription", NAMESPACE, NAMESPACE).stream()
                    .flatMap(subscription ->
                            subscription.at("/status/conditions").valueStream())
                    .map(condition -> condition.path("type").asText() + " "
                            + condition.path("message").asText())
                    .collect(Collectors.joining("; "));
        } catch (Exception e) {
            return e.toString();
        }
    }

    private String condition(String type) throws Exception {
        return mesh.objects().find("linkerdmultus", "", "cluster").stream()
                .map(multus -> multus.at("/status/conditions"))
                .flatMap(JsonNode::valueStream)
                .filter(condition -> condition.path("type").asText().equals(type))
                .map(condition -> condition.path("status").asText() + " "
                        + condition.path("reason").asText() + ": "
                        + condition.path("message").asText())
                .findFirst()
                .orElse("");
    }
}
