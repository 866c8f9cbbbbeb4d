// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.Conditions;
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

    private static final String OPERATOR = "subscription,clusterserviceversion";

    private final Mesh mesh;

    OlmIT(Mesh mesh) {
        this.mesh = mesh;
    }

    @Test
    void fromASubscriptionToAMeshedPodAndBack() throws Exception {
        install();

        assertMeshed("web");

        removeInOrder();
        assertThat(CniFolders.of(mesh.cluster())).isEqualTo(mesh.untouched());
    }

    @Test
    void removedInTheWrongOrderItBlocksNobodysPods() throws Exception {
        var catalog = install();
        assertMeshed("before");

        mesh.kubectl("delete", OPERATOR, "--all", "--namespace=" + NAMESPACE);
        mesh.untilHas(
                "the operator has gone",
                () -> mesh.objects().pods(NAMESPACE, "app.kubernetes.io/name=controller"),
                List::isEmpty);
        assertMeshed("without-operator");
        mesh.kubectl("delete", "namespace", NAMESPACE, "--timeout=2m");
        mesh.until(
                "nobody is asked any more",
                () -> mesh.objects()
                        .find("mutatingwebhookconfiguration", "", "zz-linkerd-multus-webhook")
                        .isEmpty());
        mesh.letsInUnchanged(SHOP, "orphan");

        // The way out that the documentation tells.
        subscribe(catalog);
        var webhook = "deployment/linkerd-multus-webhook";
        mesh.kubectl("wait", "--for=create", "--timeout=2m", "--namespace=" + NAMESPACE, webhook);
        mesh.kubectl("rollout", "status", "--timeout=2m", "--namespace=" + NAMESPACE, webhook);
        mesh.untilHas("it is as asked", () -> condition("Progressing"), state -> state.startsWith("False AsAsked"));
        removeInOrder();
        assertThat(CniFolders.of(mesh.cluster())).isEqualTo(mesh.untouched());
    }

    private OperatorCatalog install() throws Exception {
        var olm = OlmPrograms.prepare(
                LocalClusterExtension.project(), LocalClusterExtension.toolbox(), Progress.silent());
        var catalog = new OperatorCatalog(
                mesh.cluster(),
                olm,
                LocalClusterExtension.project(),
                Path.of("target", "olm").toAbsolutePath());
        catalog.offer();
        subscribe(catalog);
        mesh.apply("""
                apiVersion: multus.linkerd.io/v1alpha1
                kind: LinkerdMultus
                metadata: {name: cluster}
                spec: {images: {plugin: "%s"}}
                """.formatted(LinkerdStandins.IMAGE));
        mesh.untilHas("it is available", () -> condition("Available"), state -> state.startsWith("True"));
        mesh.namespace(SHOP, Mesh.OPTED_IN);
        return catalog;
    }

    private void subscribe(OperatorCatalog catalog) throws Exception {
        catalog.subscribe();
        mesh.untilHas("the CSV succeeds", this::csv, phase -> phase.startsWith("Succeeded"));
    }

    private void assertMeshed(String application) throws Exception {
        for (var pod : mesh.deploy(SHOP, application, 2, Map.of())) {
            assertThat(mesh.redirects(pod)).as("rules of %s", pod).isTrue();
        }
    }

    private void removeInOrder() throws Exception {
        mesh.kubectl("delete", "namespace", SHOP);
        mesh.kubectl("delete", "linkerdmultus", "cluster", "--timeout=2m");
        mesh.kubectl("delete", OPERATOR, "--all", "--namespace=" + NAMESPACE);
        mesh.untilHas("its pods have gone", () -> mesh.objects().list("pods", NAMESPACE), List::isEmpty);
        mesh.kubectl("delete", "namespace", NAMESPACE, "--timeout=2m");
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
        return mesh.objects()
                .find("linkerdmultus", "", "cluster")
                .map(multus -> Conditions.of(multus, type))
                .orElse("");
    }
}
