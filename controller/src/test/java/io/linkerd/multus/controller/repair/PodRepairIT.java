// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.service.fakeapi.Failure;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PodRepairIT {
    private static final String REPLACED = "UnmeshedPodReplaced";
    private static final String NO_OWNER = "";
    private static final String INSTALLER =
            "/apis/apps/v1/namespaces/linkerd-multus/daemonsets/linkerd-multus-installer";

    private final FakeCluster cluster = new FakeCluster();

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void evictsAPodThatWasStartedInTheGapAndTellsPodAndOwner() {
        start();
        pod("web-1", "web", 95);
        pod("web-2", "other", 0);

        gone("web-1");

        await("told of the pod")
                .atMost(FakeCluster.SOON)
                .until(() -> events("Pod", "web-1").size() == 1);
        await("told of the owner")
                .atMost(FakeCluster.SOON)
                .until(() -> events("ReplicaSet", "web").size() == 1);
        await("counted").atMost(FakeCluster.SOON).until(() -> repairs("evicted") == 1);
        assertThat(events("Pod", "web-1").getFirst().path("message").asText()).contains("evicted it");
        assertThat(events("ReplicaSet", "web").getFirst().path("message").asText())
                .contains("Pod web-1", "linkerd-network-validator ended with 95");
        assertThat(isThere("web-2")).isTrue();
        assertThat(cluster.api().requests("DELETE")).isEmpty();
    }

    @Test
    void touchesNobodyElsesPod() {
        start();
        var before = List.of(
                put("healthy", "a", "", networks("linkerd-cni"), status("{terminated: {exitCode: 0}}")),
                put(
                        "succeeded-in-the-end",
                        "b",
                        "",
                        networks("linkerd-cni"),
                        "{initContainerStatuses: [{name: 'linkerd-network-validator', state: {terminated: {exitCode: 0}},"
                                + " lastState: {terminated: {exitCode: 95}}}]}"),
                put("not-attached", "c", "", "{}", status("{terminated: {exitCode: 95}}")),
                put("elsewhere", "d", "", networks("net1, other/linkerd-cni"), status("{terminated: {exitCode: 95}}")),
                put(
                        "redirects-itself",
                        "e",
                        "initContainers: [{name: 'linkerd-init'}]",
                        networks("linkerd-cni"),
                        status("{terminated: {exitCode: 95}}")),
                put("failed-otherwise", "f", "", networks("linkerd-cni"), status("{terminated: {exitCode: 1}}")),
                put("nobodys", NO_OWNER, "", networks("linkerd-cni"), status("{terminated: {exitCode: 95}}")));
        await("told of the one without owner")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.hasEvent("shop", "UnmeshedPodLeft"));
        pod("last", "z", 95);
        gone("last");

        await("told of the last one").atMost(FakeCluster.SOON).until(() -> cluster.events("shop", REPLACED) >= 2);
        assertThat(before).allMatch(this::isThere);
        assertThat(cluster.events("shop", REPLACED)).isEqualTo(2);
    }

    /** Its kubelet starts no container of it again; nothing was told of it, since only pods that run were looked at. */
    @Test
    void tellsOfAPodThatHasEndedByItWhateverItsOwner() {
        start();
        var ended = status("{terminated: {exitCode: 95}}").replace("Pending", "Failed");
        put("of-a-job", "job", "restartPolicy: 'Never'", networks("linkerd-cni"), ended);
        put("bare", NO_OWNER, "restartPolicy: 'Never'", networks("linkerd-cni"), ended);

        await("told of both")
                .atMost(FakeCluster.SOON)
                .until(() -> events("Pod", "of-a-job").size() == 1
                        && events("Pod", "bare").size() == 1);
        assertThat(events("Pod", "of-a-job").getFirst().path("message").asText())
                .contains("It has ended");
        assertThat(isThere("of-a-job")).isTrue();
        assertThat(unmeshed()).isZero();
    }

    /** Pods were evicted from a node whose installer was not there yet, scheduled to it, and ended alike. */
    @Test
    void evictsAPodOnceTheInstallerOfItsNodeIsReady() {
        aPodWaitsForTheInstallerOfItsNode();
        assertThat(isThere("web-1")).isTrue();
        assertThat(events("Pod", "web-1").getFirst().path("message").asText())
                .contains("on node node-1", "installer of linkerd-multus on its node is not ready");

        installer("node-1", "True");

        gone("web-1");
    }

    /** For the moment in which it was away, something else was taken to install the plugin, and pods were evicted from every node. */
    @Test
    void evictsNothingWhileTheInstallerIsMadeAnew() {
        aPodWaitsForTheInstallerOfItsNode();

        cluster.api().remove(INSTALLER);
        cluster.api().remove("/api/v1/namespaces/linkerd-multus/pods/installer-node-1");

        await("stays").during(Duration.ofSeconds(2)).atMost(FakeCluster.SOON).until(() -> isThere("web-1"));
    }

    /** A finalizer keeps it: a person was told of a pod that was going. */
    @Test
    void tellsNothingOfAPodThatHasEndedAndGoes() {
        var ended = status("{terminated: {exitCode: 95}}").replace("Pending", "Failed");
        cluster.api()
                .put(
                        "/api/v1/namespaces/shop/pods/going",
                        "{metadata: {finalizers: ['a/b'], annotations: %s, labels: %s}, status: %s}"
                                .formatted(
                                        networks("linkerd-cni"), "{'linkerd.io/control-plane-ns': 'linkerd'}", ended));
        cluster.api().delete("/api/v1/namespaces/shop/pods/going", "{}");
        put("stays", NO_OWNER, "restartPolicy: 'Never'", networks("linkerd-cni"), ended);
        start();

        await("told of the other")
                .atMost(FakeCluster.SOON)
                .until(() -> events("Pod", "stays").size() == 1);
        assertThat(events("Pod", "going")).isEmpty();
    }

    private void aPodWaitsForTheInstallerOfItsNode() {
        cluster.api().put(INSTALLER, "{}");
        installer("node-1", "False");
        start();
        put("web-1", "web", "nodeName: 'node-1'", networks("linkerd-cni"), status("{terminated: {exitCode: 95}}"));
        await("told what is waited for")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.hasEvent("shop", "UnmeshedPodLeft"));
    }

    private void installer(String node, String ready) {
        cluster.api()
                .put(
                        "/api/v1/namespaces/linkerd-multus/pods/installer-" + node,
                        "{metadata: {labels: {'app.kubernetes.io/name': 'installer', 'app.kubernetes.io/instance': 'linkerd-multus'}},"
                                + " spec: {nodeName: '%s'}, status: {conditions: [{type: 'Ready', status: '%s'}]}}"
                                        .formatted(node, ready));
    }

    @Test
    void replacesOnePodOfAnOwnerAMinute() {
        start();
        IntStream.range(0, 5).forEach(number -> pod("web-" + number, "web", 95));
        gone("web-0", "web-1", "web-2", "web-3", "web-4");
        pod("other-1", "other", 95);
        gone("other-1");

        await("the last one is counted").atMost(FakeCluster.SOON).until(() -> repairs("evicted") >= 2);
        assertThat(repairs("evicted")).isEqualTo(2);
    }

    @Test
    void aControllerThatWasRestartedKnowsWhoseTurnItWas() {
        start();
        pod("web-1", "web", 95);
        gone("web-1");
        pod("web-2", "web", 95);
        cluster.restart();
        await("leads").atMost(FakeCluster.SOON).until(cluster::leads);
        pod("zzz-1", "zzz", 95);
        gone("zzz-1");

        assertThat(isThere("web-2")).isTrue();
    }

    @Test
    void aPodThatChangedAfterItWasSeenIsNotEvicted() {
        start();
        cluster.api().fail("POST /api/v1/namespaces/shop/pods/web-1/eviction", Failure.status(409), 1);
        pod("web-1", "web", 95);
        await("was not").atMost(FakeCluster.SOON).until(() -> repairs("changed") == 1);
        pod("other-1", "other", 95);
        gone("other-1");
        assertThat(isThere("web-1")).as("passed over until it is told of").isTrue();

        cluster.api().edit("/api/v1/namespaces/shop/pods/web-1", "{metadata: {labels: {seen: 'again'}}}");

        gone("web-1");
        assertThat(cluster.api().requests("DELETE")).isEmpty();
    }

    @Test
    void waitsForADisruptionBudgetAndHoldsUpNobodyElse() {
        start();
        cluster.api().fail("POST /api/v1/namespaces/shop/pods/web-1/eviction", Failure.status(429));
        pod("web-1", "web", 95);
        await("refused").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "UnmeshedPodNotEvicted"));
        pod("other-1", "other", 95);
        gone("other-1");

        await("counted").atMost(FakeCluster.SOON).until(() -> repairs("refused") == 1);
        assertThat(isThere("web-1")).isTrue();
        assertThat(cluster.api().requests("DELETE")).isEmpty();
    }

    /** A policy that denies evictions ended every look at the pods with a failure, and was told in the log alone. */
    @Test
    void anEvictionThatAPolicyRefusesIsToldOfAndHoldsUpNobodyElse() {
        start();
        cluster.api().fail("POST /api/v1/namespaces/shop/pods/web-1/eviction", Failure.status(403));
        pod("web-1", "web", 95);
        await("told").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "UnmeshedPodNotEvicted"));
        pod("other-1", "other", 95);
        gone("other-1");

        assertThat(repairs("refused")).isEqualTo(1);
        assertThat(events("Pod", "web-1").getFirst().path("message").asText()).contains("the API server says");
    }

    @Test
    void anEventThatCannotBeWrittenHoldsUpNobodyElse() {
        start();
        cluster.api().fail("PATCH /api/v1/namespaces/mute/events", Failure.status(403));
        put("mute", "alone", NO_OWNER, "", networks("linkerd-cni"), status("{terminated: {exitCode: 95}}"));
        await("tried")
                .atMost(FakeCluster.SOON)
                .until(() -> !cluster.api()
                        .requests("PATCH /api/v1/namespaces/mute/events")
                        .isEmpty());
        pod("web-1", "web", 95);
        pod("other-1", "other", 95);

        gone("web-1");
        gone("other-1");
        assertThat(cluster.meters()
                        .find("linkerd_multus_controller_reconciles")
                        .tag("kind", "repair")
                        .tag("result", "failed")
                        .counters())
                .allMatch(counter -> counter.count() == 0);
    }

    /** It had the right to delete any pod of the cluster for servers without evictions, which none that is supported is. */
    @Test
    void deletesNoPodWhateverAnEvictionComesTo() {
        start();
        cluster.api().fail("POST /api/v1/namespaces/shop/pods/other-1/eviction", Failure.status(404));
        pod("other-1", "other", 95);
        await("taken for one that has gone").atMost(FakeCluster.SOON).until(() -> repairs("changed") >= 1);
        cluster.api().fail("POST /api/v1/namespaces/shop/pods/web-1/eviction", Failure.status(405));
        pod("web-1", "web", 95);
        await("asked")
                .atMost(FakeCluster.SOON)
                .until(() -> !cluster.api()
                        .requests("POST /api/v1/namespaces/shop/pods/web-1/eviction")
                        .isEmpty());

        assertThat(isThere("other-1")).isTrue();
        assertThat(isThere("web-1")).isTrue();
        assertThat(cluster.api().requests("DELETE")).isEmpty();
    }

    @Test
    void writesNothingWithoutTheLease() {
        cluster.api().put(FakeCluster.LEASE, FakeCluster.lease("'somebody'"));
        cluster.start();
        pod("web-1", "web", 95);
        await("seen").atMost(FakeCluster.SOON).until(() -> unmeshed() == 1);

        assertThat(cluster.writes()).isEmpty();
    }

    private double unmeshed() {
        return cluster.meters()
                .get("linkerd_multus_controller_unmeshed_pods")
                .gauge()
                .value();
    }

    private void start() {
        cluster.start();
        await("leads").atMost(FakeCluster.SOON).until(cluster::leads);
    }

    private void pod(String name, String owner, int exitCode) {
        put(name, owner, "", networks("linkerd-cni"), status("{terminated: {exitCode: " + exitCode + "}}"));
    }

    private String put(String name, String owner, String spec, String annotations, String status) {
        return put("shop", name, owner, spec, annotations, status);
    }

    private String put(String namespace, String name, String owner, String spec, String annotations, String status) {
        var owners = owner.isEmpty()
                ? ""
                : "ownerReferences: [{apiVersion: 'apps/v1', kind: 'ReplicaSet', controller: true, name: '%s', uid: 'uid-%s'}],"
                        .formatted(owner, owner);
        cluster.api()
                .put(
                        "/api/v1/namespaces/" + namespace + "/pods/" + name,
                        "{metadata: {%s labels: {'linkerd.io/control-plane-ns': 'linkerd'}, annotations: %s}, spec: {%s}, status: %s}"
                                .formatted(owners, annotations, spec, status));
        return name;
    }

    private static String networks(String networks) {
        return "{'k8s.v1.cni.cncf.io/networks': '" + networks + "'}";
    }

    private static String status(String state) {
        return "{phase: 'Pending', initContainerStatuses: [{name: 'linkerd-network-validator', state: " + state + "}]}";
    }

    /** Waits until one of them is gone. */
    private void gone(String... names) {
        await("one of " + List.of(names) + " goes")
                .atMost(FakeCluster.SOON)
                .until(() -> !Stream.of(names).allMatch(this::isThere));
    }

    private boolean isThere(String name) {
        return cluster.api().get("/api/v1/namespaces/shop/pods/" + name).isPresent();
    }

    private List<? extends JsonNode> events(String kind, String name) {
        return cluster.api().list("/api/v1/namespaces/shop/events").stream()
                .filter(event -> event.at("/involvedObject/kind").asText().equals(kind)
                        && event.at("/involvedObject/name").asText().equals(name))
                .toList();
    }

    private double repairs(String outcome) {
        return cluster.meters().find("linkerd_multus_controller_repairs").tag("outcome", outcome).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }
}
