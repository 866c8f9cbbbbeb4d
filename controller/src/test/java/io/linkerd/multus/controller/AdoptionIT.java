// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.service.fakeapi.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An operator in the place of a Helm release. */
class AdoptionIT extends Operated {
    private final List<Thread> rivals = new ArrayList<>();

    @AfterEach
    void endRivals() throws InterruptedException {
        for (var rival : rivals) {
            rival.interrupt();
            rival.join();
        }
    }

    private static final String HELMS = """
            {metadata: {labels: {'app.kubernetes.io/managed-by': 'Helm', 'app.kubernetes.io/instance': 'linkerd-multus'}, annotations:
            {'meta.helm.sh/release-name': 'linkerd-multus', 'meta.helm.sh/release-namespace': 'linkerd-multus'}}}
            """;
    private static final String HELMS_OWNER = "/apis/rbac.authorization.k8s.io/v1/clusterroles/linkerd-multus-owner";
    private static final String HELMS_CONTROLLER =
            "/apis/apps/v1/namespaces/linkerd-multus/deployments/linkerd-multus-controller";
    private static final String HELMS_POD = "/api/v1/namespaces/linkerd-multus/pods/linkerd-multus-installer-x";

    private void installWithHelm() {
        cluster.api().put(HELMS_OWNER, HELMS);
        cluster.api().put(HELMS_CONTROLLER, HELMS);
        var installer = cluster.api().put(DAEMON_SET, HELMS);
        cluster.api().put(HELMS_POD, """
                {metadata: {labels: {'app.kubernetes.io/name': 'installer', 'app.kubernetes.io/instance': 'linkerd-multus'},
                ownerReferences: [{apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'linkerd-multus-installer', uid: '%s'}]},
                spec: {nodeName: 'node-1'}}
                """.formatted(installer.at("/metadata/uid").asText()));
    }

    private boolean isHeld() {
        return cluster.api()
                .get(MULTUS)
                .filter(multus -> !multus.at("/metadata/finalizers").isEmpty())
                .isPresent();
    }

    /**
     * It was held until the release's own installers had gone, which nothing removes; they shared one Lease, so that the release's controller
     * did nothing while the operator led; and the operator made NetworkPolicies beside the release that had none.
     */
    @Test
    void besideAHelmReleaseTheObjectIsDeletedAtOnceAndNothingElseIsWritten() {
        installWithHelm();
        cluster.api().put(MULTUS, "{spec: {}}");
        start();

        awaitDegraded("NotOurs: left untouched: Deployment linkerd-multus/linkerd-multus-controller, ");
        assertThat(degraded())
                .contains("of Helm's release linkerd-multus in namespace linkerd-multus; ", "which goes at once");
        assertThat(isHeld()).isFalse();
        assertThat(isAttached("shop")).isFalse();
        assertThat(cluster.api().writes())
                .allMatch(write -> write.contains("/linkerdmultuses/cluster/status")
                        || write.contains("/leases")
                        || write.contains("/events"));
        assertThat(cluster.api()
                        .get("/apis/coordination.k8s.io/v1/namespaces/linkerd-multus/leases/linkerd-multus-operator"))
                .isPresent();
        assertThat(cluster.api().get(FakeCluster.LEASE)).as("Helm's").isEmpty();

        cluster.api().delete(MULTUS, "{}");

        assertThat(cluster.api().get(MULTUS)).isEmpty();
        assertThat(cluster.api().get(DAEMON_SET)).isPresent();
    }

    /** As an operator of the version before has left it: with the finalizer, and already deleted. */
    @Test
    void anObjectThatIsHeldBesideAHelmReleaseIsLetGo() {
        installWithHelm();
        cluster.api().put(MULTUS, """
                {metadata: {finalizers: ['multus.linkerd.io/cleanup']}, spec: {}, status: {namespace: 'linkerd-multus'}}
                """);
        start();
        await("it is not held any more").atMost(FakeCluster.SOON).until(() -> !isHeld());
        awaitDegraded("NotOurs");
        stop();

        cluster.api().remove(MULTUS);
        cluster.api().put(MULTUS, """
                {metadata: {finalizers: ['multus.linkerd.io/cleanup']}, spec: {}, status: {namespace: 'linkerd-multus'}}
                """);
        cluster.api().delete(MULTUS, "{}");
        assertThat(cluster.api().get(MULTUS)).isPresent();
        start();

        await("it goes")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(MULTUS).isEmpty());
        assertThat(cluster.api().get(DAEMON_SET)).isPresent();
        assertThat(cluster.api().get(HELMS_POD)).isPresent();
    }

    /** The release's controller has a Lease of its own, and would attach beside the operator, each by its own settings. */
    @Test
    void aReleaseIsTakenOverOnceItsControllerIsGone() {
        installWithHelm();
        cluster.api().put(MULTUS, "{spec: {adopt: true}}");
        start();

        awaitDegraded(
                "NotOurs: left untouched: Deployment linkerd-multus/linkerd-multus-controller is of Helm's release");
        assertThat(degraded()).contains("--set controller.enabled=false");
        assertThat(isAttached("shop")).isFalse();

        cluster.api().remove(HELMS_CONTROLLER);

        awaitDegraded(ALL_DONE);
        awaitAttached("shop");
        assertThat(isHeld()).isTrue();
    }

    private static final String HELMS_ROLE = "/apis/rbac.authorization.k8s.io/v1/clusterroles/linkerd-multus-webhook";

    /** With an annotation that the spec cannot say, and one that an administrator has added. */
    private void haveHelmMakeARole() {
        cluster.api().put(HELMS_ROLE, HELMS);
        cluster.api().edit(HELMS_ROLE, """
                {metadata: {annotations: {'cert-manager.io/inject-ca-from': 'a/b', mine: 'c'}}}
                """);
        // By itself, or what changes is the owner's who changes it.
        cluster.api().edit(HELMS_ROLE, """
                {metadata: {managedFields: [
                {manager: 'helm', operation: 'Update', apiVersion: 'rbac.authorization.k8s.io/v1', time: '2026-01-01T00:00:00Z',
                fieldsType: 'FieldsV1', fieldsV1: {'f:metadata': {'f:annotations': {'.': {}, 'f:cert-manager.io/inject-ca-from': {},
                'f:meta.helm.sh/release-name': {}, 'f:meta.helm.sh/release-namespace': {}}, 'f:labels': {'.': {},
                'f:app.kubernetes.io/managed-by': {}, 'f:app.kubernetes.io/instance': {}}}}},
                {manager: 'kubectl-annotate', operation: 'Update', apiVersion: 'rbac.authorization.k8s.io/v1',
                time: '2026-01-01T00:00:00Z', fieldsType: 'FieldsV1', fieldsV1: {'f:metadata': {'f:annotations': {'f:mine': {}}}}}]}}
                """);
    }

    private List<String> annotations(String path) {
        return cluster.api().get(path).orElseThrow().at("/metadata/annotations").properties().stream()
                .map(Map.Entry::getKey)
                .toList();
    }

    /** It said AsAsked, and cert-manager went on to write its authority into configurations that nobody serves with it any more. */
    @Test
    void whatHelmOwnsAndTheSpecCannotSayIsTakenAway() {
        haveHelmMakeARole();
        cluster.api().put(MULTUS, "{spec: {adopt: true}}");
        start();

        awaitDegraded(ALL_DONE);
        await("it is taken over")
                .atMost(FakeCluster.SOON)
                .untilAsserted(() -> assertThat(annotations(HELMS_ROLE)).containsExactly("mine"));
        assertThat(cluster.api()
                        .get(HELMS_ROLE)
                        .orElseThrow()
                        .at("/metadata/labels")
                        .toString())
                .contains("\"app.kubernetes.io/managed-by\":\"linkerd-multus\"");
    }

    @Test
    void nothingIsTakenOverWhereThatIsToBeRefused() {
        haveHelmMakeARole();
        var before = cluster.api().get(HELMS_ROLE);
        cluster.api().put(MULTUS, "{spec: {adopt: true, onUnsaidFields: 'Refuse'}}");
        start();

        awaitDegraded("NotOurs: not taken over, since spec.onUnsaidFields is Refuse");
        assertThat(degraded())
                .contains(
                        "ClusterRole linkerd-multus-webhook metadata.annotations['cert-manager.io/inject-ca-from']; do");
        assertThat(cluster.api().get(HELMS_ROLE)).isEqualTo(before);
        assertThat(cluster.api().get(DAEMON_SET)).isEmpty();
        assertThat(isHeld()).isFalse();

        cluster.api().edit(MULTUS, "{spec: {adopt: true, onUnsaidFields: 'Remove'}}");
        awaitDegraded(ALL_DONE);
        assertThat(annotations(HELMS_ROLE)).containsExactly("mine");
    }

    /** It said so for ever: nothing told that the Deployment had gone, and nobody looked again. */
    @Test
    void aControllerThatComesBesideAnOperandAndGoesAgainIsToldAndForgotten() {
        cluster.api().put(MULTUS, "{spec: {}}");
        start();
        awaitDegraded(ALL_DONE);

        cluster.api().put(HELMS_CONTROLLER, HELMS);
        awaitDegraded(
                "NotOurs: left untouched: Deployment linkerd-multus/linkerd-multus-controller is of Helm's release");
        assertThat(degraded())
                .contains("neither helm uninstall nor helm upgrade")
                .doesNotContain("delete the LinkerdMultus");

        cluster.api().remove(HELMS_CONTROLLER);
        awaitDegraded(ALL_DONE);
    }

    /** A standing refusal hid it, and both controllers worked, each by its own settings. */
    @Test
    void aControllerThatComesBesideAnOperandIsToldWhileTheApiServerRefusesAnObject() {
        cluster.api().put(MULTUS, "{spec: {}}");
        start();
        awaitDegraded(ALL_DONE);
        awaitAttached("shop");
        cluster.api().fail("PATCH " + HELMS_ROLE, Failure.status(403));
        cluster.api().edit(HELMS_ROLE, "{metadata: {labels: {'app.kubernetes.io/name': 'another'}}}");
        awaitDegraded("NotApplied: ");

        cluster.api().put(HELMS_CONTROLLER, HELMS);

        awaitDegraded("NotOurs: left untouched: Deployment linkerd-multus/linkerd-multus-controller");
        assertThat(degraded()).contains("besides, cannot ");
        // What is told first is followed a moment later.
        var late = new AtomicInteger();
        await("attaches no more")
                .atMost(FakeCluster.SOON.multipliedBy(2))
                .until(() -> isLeftAlone("late-" + late.incrementAndGet()));
    }

    private boolean isLeftAlone(String name) throws InterruptedException {
        cluster.namespace(name, "enabled");
        Thread.sleep(Duration.ofSeconds(2));
        return !isAttached(name);
    }

    private static final String ROLLED_OUT = """
            {spec: {}, status: {namespace: 'linkerd-multus', rolledOut: {generation: 1, version: '1'}}}
            """;

    private void undoing(Runnable undo) {
        rivals.add(Thread.ofPlatform().start(() -> {
            try {
                while (true) {
                    undo.run();
                    Thread.sleep(Duration.ofMillis(20));
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    /** The fight was all that was done and told: two DaemonSets stayed, and each node's second installer waited for its lock. */
    @Test
    void whatIsAskedForNoMoreGoesWhileAnotherWriterFightsOverAnObject() {
        cluster.api().put(MULTUS, ROLLED_OUT);
        start();
        awaitDegraded(ALL_DONE);
        await("the installer")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(DAEMON_SET).isPresent());
        undoing(() -> cluster.api().editIfPresent(HELMS_ROLE, "{metadata: {labels: {'app.kubernetes.io/name': 'x'}}}"));
        awaitDegraded("NotApplied: another writer keeps undoing");
        await("the next write waits for seconds")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().requests("PATCH " + HELMS_ROLE).size() >= 11);

        cluster.api().edit(MULTUS, "{spec: {linkerd: {cniChart: 'Replace'}}}");

        await("its successor")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api()
                        .get("/apis/apps/v1/namespaces/linkerd-multus/daemonsets/linkerd-cni")
                        .isPresent());
        await("it goes")
                .atMost(Duration.ofSeconds(3))
                .until(() -> cluster.api().get(DAEMON_SET).isEmpty());
        assertThat(degraded()).startsWith("NotApplied: another writer keeps undoing");
    }

    /** Nothing told why the object did not go. */
    @Test
    void aRivalThatMakesAConfigurationAnewIsToldWhileTheObjectGoes() {
        cluster.api().put(MULTUS, """
                {metadata: {finalizers: ['multus.linkerd.io/cleanup']}, spec: {}, status: {namespace: 'linkerd-multus'}}
                """);
        cluster.api().delete(MULTUS, "{}");
        // Waited for, or the object went before the configuration is there anew.
        cluster.api().put(HELMS_POD, """
                {metadata: {labels: {'app.kubernetes.io/name': 'installer', 'app.kubernetes.io/instance': 'linkerd-multus'}},
                spec: {nodeName: 'node-1'}}
                """);
        undoing(() -> {
            if (cluster.api().get(CONFIGURATION).isEmpty()) {
                cluster.api().put(CONFIGURATION, """
                        {metadata: {labels: {'app.kubernetes.io/managed-by': 'linkerd-multus',
                        'app.kubernetes.io/part-of': 'linkerd-multus', 'app.kubernetes.io/instance': 'linkerd-multus'}}}
                        """);
            }
        });
        start();

        await("told")
                .atMost(FakeCluster.SOON)
                .until(() -> condition("Progressing")
                        .anyMatch(progress -> progress.path("message")
                                .asText()
                                .contains("another writer keeps undoing mutatingwebhookconfigurations")));
    }

    /** Accounts and rights of a release that runs in another namespace were taken from it. */
    @Test
    void aReleaseOfAnotherNamespaceIsLeftAlone() {
        cluster.api()
                .put(
                        HELMS_OWNER,
                        HELMS.replace(
                                "'meta.helm.sh/release-namespace': 'linkerd-multus'",
                                "'meta.helm.sh/release-namespace': 'helms'"));
        var before = cluster.api().get(HELMS_OWNER);
        cluster.api().put(MULTUS, "{spec: {adopt: true}}");
        start();

        awaitDegraded(
                "NotOurs: left untouched: ClusterRole linkerd-multus-owner is of Helm's release linkerd-multus in namespace helms");
        assertThat(cluster.api().get(HELMS_OWNER)).isEqualTo(before);
        assertThat(cluster.api().get(DAEMON_SET)).isEmpty();
        assertThat(isHeld()).isFalse();
    }

    private static final String CONFIGURATION =
            "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/zz-linkerd-multus-webhook";

    /** It went with the configurations alone, whose turn is when the webhook is ready, which it never was while cert-manager wrote. */
    @Test
    void certManagerIsAskedNoMoreBeforeTheWebhookHasItsTurn() {
        cluster.api().put(CONFIGURATION, HELMS);
        cluster.api()
                .edit(CONFIGURATION, "{metadata: {annotations: {'cert-manager.io/inject-ca-from': 'a/b', mine: 'c'}}}");
        cluster.api().put(WEBHOOK, HELMS);
        cluster.api().put(MULTUS, "{spec: {adopt: true}}");
        start();
        assertThat(annotations(CONFIGURATION))
                .as("until it is the webhook's turn")
                .contains("cert-manager.io/inject-ca-from");
        isDone(DAEMON_SET, "{observedGeneration: 1}");

        await("it is asked no more")
                .atMost(FakeCluster.SOON)
                .until(() -> !annotations(CONFIGURATION).contains("cert-manager.io/inject-ca-from"));
        assertThat(annotations(CONFIGURATION)).contains("mine");
        await("the webhook").atMost(FakeCluster.SOON).until(() -> writes(WEBHOOK) > 0);
        var writes = cluster.api().writes();
        assertThat(first(writes, CONFIGURATION)).isLessThan(first(writes, WEBHOOK));
    }

    /** Its annotation had gone when its fields were refused, and the release's replicas lost their authority. */
    @Test
    void certManagerIsAskedOnWhereAConfigurationIsNotTakenOver() {
        cluster.api().put(MULTUS, "{spec: {adopt: true, onUnsaidFields: 'Refuse'}}");
        start();
        awaitDegraded(ALL_DONE);
        cluster.api().put(CONFIGURATION, HELMS);
        cluster.api().edit(CONFIGURATION, "{metadata: {annotations: {'cert-manager.io/inject-ca-from': 'a/b'}}}");
        cluster.api().edit(CONFIGURATION, """
                {metadata: {managedFields: [
                {manager: 'helm', operation: 'Update', apiVersion: 'admissionregistration.k8s.io/v1', time: '2026-01-01T00:00:00Z',
                fieldsType: 'FieldsV1', fieldsV1: {'f:metadata': {'f:annotations': {'.': {}, 'f:cert-manager.io/inject-ca-from': {},
                'f:meta.helm.sh/release-name': {}, 'f:meta.helm.sh/release-namespace': {}}}}}]}}
                """);
        cluster.api().put(WEBHOOK, HELMS);
        isDone(DAEMON_SET, "{observedGeneration: 1}");

        awaitDegraded("NotOurs: not taken over, since spec.onUnsaidFields is Refuse");
        assertThat(degraded()).contains("MutatingWebhookConfiguration zz-linkerd-multus-webhook metadata.annotations");
        assertThat(annotations(CONFIGURATION)).contains("cert-manager.io/inject-ca-from");
        assertThat(writes(WEBHOOK)).isZero();
    }

    private void isDone(String workload, String status) {
        await(workload)
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(workload).isPresent());
        var object = cluster.api().get(workload).orElseThrow();
        cluster.api().put(workload, object.toString().replace("\"status\":{}", "\"status\":" + status));
    }

    private static int first(List<String> writes, String path) {
        return writes.stream().map(write -> write.contains(path)).toList().indexOf(true);
    }

    private long writes(String path) {
        return cluster.api().writes().stream()
                .filter(write -> write.contains(path))
                .count();
    }

    /** An operator's upgrade took away what an earlier one had taken over and kept, and Refuse did not help. */
    @Test
    void whatAnEarlierVersionTookOverKeepsWhatItHas() {
        for (var unsaid : List.of("Refuse", "Remove")) {
            haveHelmMakeARole();
            cluster.api().edit(HELMS_ROLE, """
                    {metadata: {labels: {'app.kubernetes.io/managed-by': 'linkerd-multus', 'app.kubernetes.io/part-of': 'linkerd-multus'}}}
                    """);
            cluster.api().put(MULTUS, "{spec: {adopt: true, onUnsaidFields: '%s'}}".formatted(unsaid));
            start();

            awaitDegraded(ALL_DONE);
            assertThat(annotations(HELMS_ROLE)).contains("cert-manager.io/inject-ca-from", "mine");
            stop();
            cluster.api().remove(HELMS_ROLE);
        }
    }

    /** A release that has taken its objects back lost them with the LinkerdMultus that still owned them. */
    @Test
    void theObjectGoesWithoutWhatAReleaseHasTakenBack() {
        cluster.api().put(MULTUS, "{spec: {}}");
        start();
        isDone(DAEMON_SET, "{observedGeneration: 1}");
        await("the webhook")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(WEBHOOK).isPresent());
        assertThat(owners(HELMS_ROLE)).hasSize(1);
        // As Helm does with --take-ownership.
        cluster.api().edit(HELMS_ROLE, HELMS);
        cluster.api().edit(DAEMON_SET, HELMS);
        cluster.api().edit(WEBHOOK, HELMS);
        assertThat(owners(HELMS_ROLE)).hasSize(1);

        cluster.api().delete(MULTUS, "{}");

        await("it goes")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(MULTUS).isEmpty());
        assertThat(owners(HELMS_ROLE)).isEmpty();
        assertThat(owners(DAEMON_SET)).isEmpty();
    }

    private List<JsonNode> owners(String path) {
        return cluster.api()
                .get(path)
                .orElseThrow()
                .at("/metadata/ownerReferences")
                .valueStream()
                .toList();
    }
}
