// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An operator and its other duties, from one leader to the next. */
class OperatedControllerIT {
    private static final String MULTUS = "/apis/multus.linkerd.io/v1alpha1/linkerdmultuses/cluster";
    private static final String DAEMON_SET =
            "/apis/apps/v1/namespaces/linkerd-multus/daemonsets/linkerd-multus-installer";
    private static final String WEBHOOK = "/apis/apps/v1/namespaces/linkerd-multus/deployments/linkerd-multus-webhook";
    private static final String ALL_DONE = "AsAsked";
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "LINKERD_MULTUS_NAMESPACE", "linkerd-multus",
            "LINKERD_MULTUS_POD_NAME", "controller-1",
            "LINKERD_MULTUS_OWNER", "linkerd-multus-controller",
            "LINKERD_MULTUS_OPERATOR", "true",
            "LINKERD_MULTUS_VERSION", "1",
            "LINKERD_MULTUS_WEBHOOK", "linkerd-multus-webhook",
            "LINKERD_MULTUS_REACH_PAUSE", "PT0.6S");

    private final FakeCluster cluster = new FakeCluster();
    private Optional<OperatedController> controller = Optional.empty();

    @BeforeEach
    void serveWhatAnOperandHas() {
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
    void close() {
        stop();
        cluster.close();
    }

    private void start() {
        var started = new OperatedController(ENVIRONMENT, "linkerd-multus", cluster.apiServer());
        controller = Optional.of(started);
        started.start();
    }

    private void stop() {
        controller.ifPresent(OperatedController::close);
        controller = Optional.empty();
    }

    private JsonNode status() {
        return cluster.api().get(MULTUS).orElseThrow().path("status");
    }

    private Stream<JsonNode> condition(String type) {
        return status().path("conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asText().equals(type));
    }

    private String degraded() {
        return condition("Degraded")
                .map(condition -> condition.path("reason").asText() + ": "
                        + condition.path("message").asText())
                .findFirst()
                .orElse("");
    }

    private void awaitDegraded(String begin) {
        await("Degraded")
                .atMost(FakeCluster.SOON)
                .untilAsserted(() -> assertThat(degraded()).startsWith(begin));
    }

    private void awaitAttached(String namespace) {
        await(namespace + " is attached").atMost(FakeCluster.SOON).until(() -> isAttached(namespace));
    }

    private boolean isAttached(String namespace) {
        return cluster.api().get(FakeCluster.attachment(namespace)).isPresent();
    }

    private void awaitSummary(String summary) {
        await("summary of namespaces")
                .atMost(FakeCluster.SOON)
                .untilAsserted(() ->
                        assertThat(status().at("/namespaces/summary").asText()).isEqualTo(summary));
    }

    private List<String> accepted() {
        return status().at("/accepted/spec/excludedNamespaces")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }

    /** It used to follow the bad spec: namespaces that were left alone were attached by a spec of which nothing else was carried out. */
    @Test
    void aNewLeaderBesideABadSpecKeepsTheAcceptedSettings() {
        cluster.api().put(MULTUS, "{spec: {excludedNamespaces: ['shop']}}");
        start();
        awaitAttached("books");
        assertThat(status().at("/accepted/generation").asLong()).isEqualTo(1);
        assertThat(accepted()).containsExactly("shop");

        cluster.api().edit(MULTUS, "{spec: {mode: 'auxiliary', excludedNamespaces: []}}");
        awaitDegraded("SpecInvalid");
        stop();
        cluster.api().remove(FakeCluster.attachment("books"));
        start();

        awaitAttached("books");
        awaitSummary("1/1");
        assertThat(isAttached("shop")).isFalse();
        assertThat(status().at("/accepted/generation").asLong()).isEqualTo(1);

        cluster.api().edit(MULTUS, "{spec: {mode: 'nad', excludedNamespaces: []}}");
        awaitAttached("shop");
        assertThat(accepted()).isEmpty();
        assertThat(status().at("/accepted/generation").asLong()).isEqualTo(3);
    }

    /** Beside a bad spec nothing was put right: a DaemonSet that was deleted stayed away, and a new leader knew no good spec any more. */
    @Test
    void besideABadSpecWhatWasAcceptedIsKept() {
        // The parts are there as the kind's schema puts them in.
        cluster.api().put(MULTUS, "{spec: {logging: {level: 'debug'}, images: {}, installer: {}, webhook: {}}}");
        start();
        awaitLogLevel("debug");
        await("it is accepted")
                .atMost(FakeCluster.SOON)
                .until(() -> status().at("/accepted/generation").asLong() == 1);

        cluster.api().edit(MULTUS, "{spec: {mode: 'auxiliary', logging: {level: 'trace'}}}");
        awaitDegraded("SpecInvalid");
        cluster.api().remove(DAEMON_SET);
        awaitLogLevel("debug");

        stop();
        cluster.api().remove(DAEMON_SET);
        start();
        awaitLogLevel("debug");
        assertThat(degraded()).startsWith("SpecInvalid");
    }

    private void awaitLogLevel(String level) {
        await("the installer logs " + level)
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(DAEMON_SET).stream()
                        .flatMap(installer -> installer
                                .at("/spec/template/spec/containers/0/env")
                                .valueStream())
                        .filter(variable -> variable.path("name").asText().equals("LINKERD_MULTUS_LOG_LEVEL"))
                        .anyMatch(variable -> variable.path("value").asText().equals(level)));
    }

    /** An older version writes its whole status, and what it does not know is gone from it. */
    @Test
    void afterARollbackTheNextAcceptedSpecIsThereAgain() {
        cluster.api().put(MULTUS, """
                {spec: {excludedNamespaces: ['shop']}, status: {namespace: 'linkerd-multus', observedGeneration: 1, version: '0.1.0',
                reason: 'AsAsked', rolledOut: {generation: 1, version: '0.1.0'}}}
                """);

        start();

        awaitAttached("books");
        await("it is accepted").atMost(FakeCluster.SOON).until(() -> accepted().equals(List.of("shop")));
        awaitSummary("1/1");
        assertThat(isAttached("shop")).isFalse();
    }

    /** The schema of another version let it in. */
    @Test
    void anObjectOfOtherTypesIsToldOfAndOneThatIsMendedIsCarriedOut() {
        cluster.api()
                .put(MULTUS, "{spec: {webhook: ['a']}, status: {namespace: ['a'], rolledOut: 1, reason: {b: 'c'}}}");
        start();

        awaitDegraded("SpecInvalid: nothing was changed: this operator cannot read the spec: ");
        assertThat(cluster.api().get(DAEMON_SET)).isEmpty();

        cluster.api().edit(MULTUS, "{spec: {webhook: null}}");
        awaitDegraded(ALL_DONE);
        await().atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(DAEMON_SET).isPresent());
    }

    /** It was Available and AsAsked, while every meshed pod was refused. */
    @Test
    void tellsByAConditionWhetherTheApiServerReachesTheWebhook() {
        var wayIsOpen = new AtomicBoolean();
        cluster.api().admitDryRuns(lease -> {
            if (wayIsOpen.get()) {
                lease.withObject("/metadata/labels").put("multus.linkerd.io/reach", "answered");
            }
            return Optional.of(lease);
        });
        cluster.api().put(MULTUS, "{spec: {}}");
        start();
        isDone(DAEMON_SET, "{observedGeneration: 1}");
        isDone(
                WEBHOOK,
                "{observedGeneration: 1, replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2}");

        awaitReachable("False WebhookUnreachable");
        assertThat(condition("WebhookReachable"))
                .singleElement()
                .satisfies(condition ->
                        assertThat(condition.path("message").asText()).contains("spec.webhook.hostNetwork"));
        await("unavailable")
                .atMost(FakeCluster.SOON)
                .until(() -> condition("Available")
                        .allMatch(condition -> condition.path("status").asText().equals("False")));

        wayIsOpen.set(true);

        awaitReachable("True AsAsked");
    }

    private void isDone(String workload, String status) {
        await(workload)
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(workload).isPresent());
        var object = cluster.api().get(workload).orElseThrow();
        cluster.api().put(workload, object.toString().replace("\"status\":{}", "\"status\":" + status));
    }

    private void awaitReachable(String wanted) {
        await(wanted)
                .atMost(FakeCluster.SOON)
                .until(() -> condition("WebhookReachable")
                        .map(condition -> condition.path("status").asText() + " "
                                + condition.path("reason").asText())
                        .toList()
                        .equals(List.of(wanted)));
    }

    @Test
    void whatANewerVersionSaysInAStatusStays() {
        cluster.api().put(MULTUS, """
                {spec: {ofTheNextVersion: 1}, status: {namespace: 'linkerd-multus', ofTheNextVersion: {a: ['b']}}}
                """);
        start();

        awaitDegraded(ALL_DONE);
        assertThat(status().at("/ofTheNextVersion/a/0").asText()).isEqualTo("b");
        assertThat(cluster.api()
                        .get(MULTUS)
                        .orElseThrow()
                        .at("/spec/ofTheNextVersion")
                        .asInt())
                .isEqualTo(1);
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
        assertThat(cluster.api().writes()).allMatch(write -> write.contains("/linkerdmultuses/cluster/status")
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

        await("it goes").atMost(FakeCluster.SOON).until(() -> cluster.api().get(MULTUS).isEmpty());
        assertThat(cluster.api().get(DAEMON_SET)).isPresent();
        assertThat(cluster.api().get(HELMS_POD)).isPresent();
    }

    /** The release's controller has a Lease of its own, and would attach beside the operator, each by its own settings. */
    @Test
    void aReleaseIsTakenOverOnceItsControllerIsGone() {
        installWithHelm();
        cluster.api().put(MULTUS, "{spec: {adopt: true}}");
        start();

        awaitDegraded("NotOurs: left untouched: Deployment linkerd-multus/linkerd-multus-controller is of Helm's release");
        assertThat(degraded()).contains("--set controller.enabled=false");
        assertThat(isAttached("shop")).isFalse();

        cluster.api().remove(HELMS_CONTROLLER);
        // So that it looks at once.
        cluster.api().edit(MULTUS, "{spec: {adopt: true, mode: 'nad'}}");

        awaitDegraded(ALL_DONE);
        awaitAttached("shop");
        assertThat(isHeld()).isTrue();
    }

    private static final String HELMS_ROLE =
            "/apis/rbac.authorization.k8s.io/v1/clusterroles/linkerd-multus-webhook";

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
        await("it is taken over").atMost(FakeCluster.SOON).untilAsserted(() -> assertThat(annotations(HELMS_ROLE))
                .containsExactly("mine"));
        assertThat(cluster.api().get(HELMS_ROLE).orElseThrow().at("/metadata/labels").toString())
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
                .contains("ClusterRole linkerd-multus-webhook metadata.annotations['cert-manager.io/inject-ca-from']; do");
        assertThat(cluster.api().get(HELMS_ROLE)).isEqualTo(before);
        assertThat(cluster.api().get(DAEMON_SET)).isEmpty();
        assertThat(isHeld()).isFalse();

        cluster.api().edit(MULTUS, "{spec: {adopt: true, onUnsaidFields: 'Remove'}}");
        awaitDegraded(ALL_DONE);
        assertThat(annotations(HELMS_ROLE)).containsExactly("mine");
    }
}
