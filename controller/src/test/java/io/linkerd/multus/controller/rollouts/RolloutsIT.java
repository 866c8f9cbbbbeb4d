// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.pods.plan.Roots;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Outdated workloads are told and restarted by the whole controller, before a fake API server. */
class RolloutsIT {
    private static final String CONFIG = "/apis/config.linkerd.io/v1alpha1/linkerdconfigs/mesh";
    private static final String VALUES = "/api/v1/namespaces/linkerd/configmaps/linkerd-config";
    private static final String WEB = "/apis/apps/v1/namespaces/shop/deployments/web";

    private final FakeCluster cluster = new FakeCluster();

    @BeforeEach
    void deploy() {
        cluster.api().define("config.linkerd.io/v1alpha1", "linkerdconfigs", "LinkerdConfig", false);
        for (var kind : List.of("StatefulSet", "ReplicaSet")) {
            cluster.api().define("apps/v1", kind.toLowerCase(Locale.ROOT) + "s", kind, true);
        }
        cluster.api().define("v1", "replicationcontrollers", "ReplicationController", true);
        cluster.api().define("policy/v1", "poddisruptionbudgets", "PodDisruptionBudget", true);
        cluster.namespace("default", "");
        cluster.api().put("/api/v1/namespaces/shop", "{metadata: {annotations: {'linkerd.io/inject': 'enabled'}}}");
        values("edge-26.9.1");
        cluster.api()
                .put(
                        "/api/v1/namespaces/linkerd/configmaps/linkerd-identity-trust-roots",
                        "{data: {'ca-bundle.crt': \"" + Roots.A.replace("\n", "\\n") + "\"}}");
        web();
    }

    @AfterEach
    void end() {
        cluster.close();
    }

    private void values(String version) {
        cluster.api().put(VALUES, "{data: {values: 'linkerdVersion: " + version + "'}}");
    }

    /** A Deployment at rest with one meshed pod of an older proxy. */
    private void web() {
        var deployment = cluster.api()
                .put(
                        WEB,
                        "{metadata: {labels: {'config.linkerd.io/reconcile': 'auto'}}, spec: {replicas: 1, template: {metadata: {labels:"
                                + " {app: 'web'}}}}, status: {observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: 1}}");
        var set = cluster.api()
                .put(
                        "/apis/apps/v1/namespaces/shop/replicasets/web-1",
                        "{metadata: {" + owner("Deployment", "web", deployment) + "}, spec: {replicas: 1}}");
        cluster.api()
                .put(
                        "/api/v1/namespaces/shop/pods/web-1-a",
                        "{metadata: {labels: {app: 'web', 'linkerd.io/control-plane-ns': 'linkerd'}, "
                                + owner("ReplicaSet", "web-1", set)
                                + ", annotations: {'linkerd.io/inject': 'enabled', 'linkerd.io/proxy-version': 'edge-26.8.3',"
                                + " 'k8s.v1.cni.cncf.io/networks': 'linkerd-cni'}}, spec: {initContainers: [{name: 'linkerd-proxy',"
                                + " image: 'proxy:edge-26.8.3', env: [{name: 'LINKERD2_PROXY_IDENTITY_TRUST_ANCHORS', value: \""
                                + Roots.A.replace("\n", "\\n")
                                + "\"}]}]}, status: {phase: 'Running', conditions: [{type: 'Ready', status: 'True'}]}}");
    }

    private static String owner(String kind, String name, JsonNode object) {
        return "ownerReferences: [{apiVersion: 'apps/v1', kind: '%s', name: '%s', uid: '%s', controller: true}]"
                .formatted(kind, name, object.at("/metadata/uid").asText());
    }

    private JsonNode status() {
        return cluster.api().get(CONFIG).orElseThrow().path("status");
    }

    private void awaitReason(String reason) {
        await(reason)
                .atMost(FakeCluster.SOON)
                .until(() -> status().at("/rollout/reason").asText().equals(reason));
    }

    @Test
    void outdatedWorkloadsAreToldThoughRolloutsAreOff() {
        cluster.api().put(CONFIG, "{spec: {}}");
        cluster.start();

        awaitReason("Off");
        await("told of the values, too")
                .atMost(FakeCluster.SOON)
                .until(() -> status().has("drift") && status().has("conditions"));
        assertThat(status().at("/outdated/count").asInt()).isEqualTo(1);
        assertThat(status().at("/outdated/first/0").asText()).isEqualTo("Deployment shop/web");
        await("told").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "PodsOutdated"));
        assertThat(cluster.writes()).noneMatch(write -> write.contains("/apis/apps/"));

        values("edge-26.8.3");
        awaitReason("UpToDate");
        assertThat(status().at("/outdated/count").asInt()).isZero();
    }

    /** Each of two writers of one status would take what the other said, or write for ever. */
    @Test
    void bothPartsOfTheStatusStayAndNothingIsWrittenInQuiet() {
        cluster.api().put(CONFIG, "{spec: {}}");
        cluster.start();
        awaitReason("Off");
        await("told").atMost(FakeCluster.SOON).until(() -> status().has("drift"));
        await("told").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "PodsOutdated"));
        double before = cluster.settled("linkerdconfig");
        cluster.api().edit(VALUES, "{metadata: {labels: {other: 'label'}}}");
        await("looked").atMost(FakeCluster.SOON).until(() -> cluster.settled("linkerdconfig") > before);
        double rollouts = cluster.settled("rollouts");
        cluster.api().forgetRequests();
        cluster.api().edit(VALUES, "{metadata: {labels: {other: 'again'}}}");

        await("looked").atMost(FakeCluster.SOON).until(() -> cluster.settled("rollouts") > rollouts);
        assertThat(status().has("rollout")).isTrue();
        assertThat(status().has("drift")).isTrue();
        assertThat(cluster.writes()).noneMatch(write -> write.contains("linkerdconfigs"));
        assertThat(cluster.api()
                        .get(CONFIG)
                        .orElseThrow()
                        .at("/metadata/managedFields")
                        .findValuesAsText("manager"))
                .contains(
                        "linkerd-multus-controller-linkerd-multus/status",
                        "linkerd-multus-controller-linkerd-multus-rollouts/status");
    }

    @Test
    void aClusterThatServesNoPoliciesIsToldSo() {
        cluster.api().put(CONFIG, "{spec: {rollouts: {mode: 'Auto'}}}");
        cluster.start();

        awaitReason("AdmissionPolicyNotServed");
        await("told").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("default", "AdmissionPolicyNotServed"));
        assertThat(cluster.writes()).noneMatch(write -> write.contains("/apis/apps/"));
    }

    @Test
    void withoutALinkerdConfigNoWorkloadIsWatched() {
        cluster.start();
        await("leads").atMost(FakeCluster.SOON).until(cluster::leads);
        await("looked").atMost(FakeCluster.SOON).until(() -> cluster.settled("rollouts") > 0);
        assertThat(cluster.api().requests("WATCH /apis/apps/v1/statefulsets")).isEmpty();
        assertThat(cluster.api().requests("GET /apis/apps/v1/statefulsets")).isEmpty();

        cluster.api().put(CONFIG, "{spec: {}}");
        awaitReason("Off");
        assertThat(cluster.controller().whyNotReady()).isEmpty();
        await("counted").atMost(FakeCluster.SOON).until(() -> outdated() == 1);

        cluster.api().delete(CONFIG, "{}");
        await("forgotten").atMost(FakeCluster.SOON).until(() -> Double.isNaN(outdated()));
    }

    private double outdated() {
        return cluster.meters()
                .get("linkerd_multus_controller_rollout_workloads")
                .tag("standing", "outdated")
                .gauge()
                .value();
    }
}
