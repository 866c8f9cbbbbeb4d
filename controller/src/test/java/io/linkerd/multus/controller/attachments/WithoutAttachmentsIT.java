// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.controller.FakeCluster;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The controller of a release in mode {@code chained}. */
class WithoutAttachmentsIT {
    private static final String NAMESPACE = "linkerd-multus";
    private static final String FOUND = "MultusFound";
    private static final Optional<Duration> OFTEN = Optional.of(Duration.ofMillis(200));

    private final FakeCluster cluster = FakeCluster.withoutMultus();

    @AfterEach
    void end() {
        cluster.close();
    }

    /** It waited for the CRD of the attachments, and `helm install --wait` failed on every cluster without Multus. */
    @Test
    void isReadyThoughTheClusterDoesNotKnowAttachmentsAndAsksForNone() {
        cluster.namespace("shop", "enabled");
        cluster.startChained(Optional.empty());

        awaitReady();
        await("no attachment is asked for, and no ConfigMap of Linkerd's")
                .during(Duration.ofSeconds(2))
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().requests("").stream()
                        .noneMatch(request -> request.contains("k8s.cni.cncf.io") || request.contains("configmaps")));
        assertThat(cluster.hasEvent("shop", "LinkerdCniConfigMissing")).isFalse();
    }

    @Test
    void tellsOnceThatMultusCameAndMakesNoAttachment() {
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.startChained(OFTEN);
        awaitReady();
        await("looks, and finds none")
                .atMost(FakeCluster.SOON)
                .until(() ->
                        cluster.api().requests("GET /apis/k8s.cni.cncf.io/v1").size() > 2);
        assertThat(cluster.hasEvent(NAMESPACE, FOUND)).isFalse();

        cluster.addMultus();

        await("told").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent(NAMESPACE, FOUND));
        await("told once")
                .during(Duration.ofSeconds(2))
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.events(NAMESPACE, FOUND) == 1);
        assertThat(message()).contains("helm upgrade", "nad", "global.mode");
        assertThat(cluster.attachmentWrites()).isZero();
        assertThat(cluster.controller().whyNotReady()).isEmpty();
    }

    @Test
    void saysNothingOfMultusWhereTheModeWasAskedFor() {
        cluster.addMultus();
        cluster.configMap("2102");
        cluster.namespace("shop", "enabled");
        cluster.startChained(Optional.empty());
        awaitReady();

        await("nothing is written")
                .during(Duration.ofSeconds(2))
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.writes().isEmpty());
    }

    @Test
    void tellsNamespacesWhatIsWrongWithThemselves() {
        cluster.namespace("kube-system", "enabled");
        cluster.api()
                .put(
                        "/api/v1/namespaces/shop",
                        "{metadata: {annotations: {'linkerd.io/multus': 'enabled', 'openshift.io/sa.scc.uid-range': 'none'}}}");
        cluster.startChained(Optional.empty());

        await("excluded").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("kube-system", "NamespaceExcluded"));
        await("range").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("shop", "UidRangeInvalid"));

        cluster.namespace("other", "");
        cluster.namespace("openshift-other", "enabled");
        await("excluded, too")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.hasEvent("openshift-other", "NamespaceExcluded"));
    }

    /** None of its pods refers to an attachment. */
    @Test
    void bindsAndRepairsAsEver() {
        cluster.api()
                .define("security.openshift.io/v1", "securitycontextconstraints", "SecurityContextConstraints", false);
        cluster.namespace("linkerd", "");
        cluster.namespace("shop", "");
        cluster.api()
                .put(
                        "/api/v1/namespaces/shop/pods/web-1",
                        "{metadata: {ownerReferences: [{apiVersion: 'apps/v1', kind: 'ReplicaSet', controller: true, name: 'web',"
                                + " uid: 'u'}], labels: {'linkerd.io/control-plane-ns': 'linkerd'}}, status: {phase: 'Pending',"
                                + " initContainerStatuses: [{name: 'linkerd-network-validator', state: {terminated: {exitCode: 95}}}]}}");
        cluster.startChained(Optional.empty());

        await("binding")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(FakeCluster.BINDING).isPresent());
        await("evicted")
                .atMost(FakeCluster.SOON)
                .until(() ->
                        cluster.api().get("/api/v1/namespaces/shop/pods/web-1").isEmpty());
    }

    private void awaitReady() {
        await("ready")
                .atMost(FakeCluster.SOON)
                .untilAsserted(
                        () -> assertThat(cluster.controller().whyNotReady()).isEmpty());
    }

    private String message() {
        return cluster.api().list("/api/v1/namespaces/" + NAMESPACE + "/events").stream()
                .filter(event -> event.path("reason").asText().equals(FOUND))
                .map(event -> event.path("message").asText())
                .collect(Collectors.joining());
    }
}
