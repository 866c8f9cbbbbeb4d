// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static io.linkerd.multus.acceptance.operator.OperatorCluster.ADMISSION;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.DAEMON_SET;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.DEPLOYMENT;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.MULTUS;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.linkerd.multus.acceptance.mesh.Conditions;
import io.linkerd.multus.controller.operand.CniChart;
import io.linkerd.multus.controller.operand.Mode;
import io.linkerd.multus.controller.operand.Rendering;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the operator makes of a LinkerdMultus, on a real API server. */
class OperatorIT extends Operated {
    /** As it is promised for whatever another client does to an object of the operand. */
    private static final Duration HEALED = Duration.ofSeconds(5);

    private static final String NETWORK_POLICY =
            "/apis/networking.k8s.io/v1/namespaces/linkerd-multus/networkpolicies/linkerd-multus-webhook";
    private static final String BUDGET =
            "/apis/policy/v1/namespaces/linkerd-multus/poddisruptionbudgets/linkerd-multus-webhook";

    @Test
    void takesAStepWhenTheOneBeforeIsDone() throws Exception {
        cluster.ask("{}");
        awaitThere(DAEMON_SET);
        awaitCondition("Progressing", "True RollingOut: waiting for the installer: installers 0/0");
        assertThat(cluster.find(DEPLOYMENT)).isEmpty();

        cluster.rollOutInstaller();
        awaitThere(DEPLOYMENT);
        awaitCondition("Progressing", "True RollingOut: waiting for the webhook: installers 2/2");
        assertThat(cluster.find(ADMISSION)).as("nobody answers yet").isEmpty();

        cluster.rollOutWebhook();
        awaitThere(ADMISSION);
        awaitCondition("Available", "True AsAsked: installers 2/2, webhook 2/2");
        awaitCondition("Progressing", "False AsAsked");
        awaitCondition("Degraded", "False AsAsked");
        assertThat(cluster.kubectl("get", "linkerdmultus")).matches("""
                        NAME +READY +NODES +WEBHOOK +VERSION +REASON +AGE *
                        cluster +True +2/2 +2/2 +1 +AsAsked +[0-9]+s *
                        """);
        var status = found(MULTUS).path("status");
        assertThat(status.at("/nodes/summary").asText()).isEqualTo("2/2");
        assertThat(status.path("version").asText()).isEqualTo("1");
        assertThat(status.path("observedGeneration").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Rendering.Platform.class)
    void healsWhateverSomebodyEditsOrDeletes(Rendering.Platform platform) throws Exception {
        var mode = Mode.NAD;
        if (platform == Rendering.Platform.OPENSHIFT) {
            Surroundings.openShift(cluster);
            // One that has not found another platform for another test.
            cluster.start("1");
            // Which has all that there is.
            mode = Mode.AUXILIARY;
        }
        bringUp("{mode: %s}".formatted(mode.inWords()));
        for (var path : operand(platform, mode)) {
            var before = cluster.find(path).orElseThrow();
            cluster.edit(path, spoiled(before));
            awaitHealed(path, before, "edited");
            cluster.delete(path);
            awaitHealed(path, before, "deleted");
            if (path.equals(DEPLOYMENT)) {
                cluster.rollOutWebhook();
            }
        }
    }

    /** Who took it away because the webhook kept pods from starting had it back before he could do anything about the webhook. */
    @Test
    void bringsAConfigurationBackOnlyWhenSomebodyAnswers() throws Exception {
        bringUp("{}");
        var budget = found(BUDGET);
        cluster.edit(DEPLOYMENT + "/status", "{\"status\": {\"availableReplicas\": 0, \"readyReplicas\": 0}}");
        awaitCondition("Available", "False WebhookNotReady");

        cluster.delete(ADMISSION);
        cluster.delete(BUDGET);
        awaitHealed(BUDGET, budget, "deleted, so that it has looked since");
        assertThat(cluster.find(ADMISSION)).isEmpty();

        cluster.rollOutWebhook();
        awaitThere(ADMISSION);
    }

    /** Takes away what says whose it is, and one thing that the object is for. */
    private static String spoiled(JsonNode object) {
        var spoiling = switch (object.path("kind").asText()) {
            case "DaemonSet", "Deployment" ->
                ", \"spec\": {\"template\": {\"spec\": {\"priorityClassName\": \"other\"}}}";
            case "Role", "ClusterRole" ->
                ", \"rules\": [{\"apiGroups\": [\"\"], \"resources\": [\"pods\"], \"verbs\": [\"list\"]}]";
            case "RoleBinding", "ClusterRoleBinding" -> ", \"subjects\": []";
            case "Service" -> ", \"spec\": {\"selector\": {\"a\": \"b\"}}";
            case "NetworkPolicy" -> ", \"spec\": {\"ingress\": []}";
            case "PodDisruptionBudget" -> ", \"spec\": {\"maxUnavailable\": 0}";
            case "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration" -> ", \"webhooks\": []";
            case "ServiceAccount" -> ", \"automountServiceAccountToken\": true";
            case "ConfigMap" ->
                ", \"data\": {\"%s\": \"other\"}"
                        .formatted(object.path("data").fieldNames().next());
            case "SecurityContextConstraints" -> ", \"allowedCapabilities\": [\"*\"]";
            default -> throw new AssertionError("how is a " + object.path("kind") + " spoiled?");
        };
        return "{\"metadata\": {\"labels\": {\"app.kubernetes.io/instance\": null}, \"ownerReferences\": null}%s}"
                .formatted(spoiling);
    }

    private void awaitHealed(String path, JsonNode before, String what) {
        await(path + " is " + what)
                .pollInterval(Duration.ofMillis(50))
                .atMost(HEALED)
                .untilAsserted(() ->
                        assertThat(cluster.find(path).map(OperatorIT::says)).isEqualTo(Optional.of(says(before))));
    }

    /** What an object says, whichever one it is. */
    private static String says(JsonNode object) {
        var copy = object.<ObjectNode>deepCopy();
        copy.remove("status");
        copy.withObject("/metadata")
                .retain("name", "namespace", "labels", "annotations", "ownerReferences", "finalizers");
        if (copy.path("kind").asText().equals("Service")) {
            copy.withObject("/spec").remove(List.of("clusterIP", "clusterIPs"));
        }
        // The API server counts there how often its template changed.
        copy.withObject("/metadata/annotations").remove("deprecated.daemonset.template.generation");
        return copy.toPrettyString();
    }

    @Test
    void writesNothingWhereNothingDiffers() throws Exception {
        bringUp("{}");
        var before = allVersions();
        var asked = versions();

        cluster.start("1");
        cluster.delete(BUDGET);
        // So that it has started, and looked at all.
        awaitThere(BUDGET);

        assertThat(allVersions()).isEqualTo(before);
        assertThat(versions()).isEqualTo(asked);
    }

    private List<String> allVersions() throws IOException {
        return operand().stream()
                .filter(path -> !path.equals(BUDGET))
                .map(path -> path + " " + found(path).at("/metadata/resourceVersion"))
                .toList();
    }

    @Test
    void leavesWhatHelmMadeUntilItIsToldToTakeItOver() throws IOException {
        cluster.apply("/apis/rbac.authorization.k8s.io/v1/clusterroles/linkerd-multus-plugin", """
                {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, rules: [], metadata: {
                labels: {app.kubernetes.io/managed-by: Helm, app.kubernetes.io/instance: linkerd-multus},
                annotations: {meta.helm.sh/release-name: mesh}}}
                """);

        cluster.ask("{}");
        awaitCondition(
                "Degraded",
                "True NotOurs: left untouched: ClusterRole linkerd-multus-plugin is of Helm's release mesh; keep them and delete");
        assertThat(found(MULTUS).at("/metadata/finalizers"))
                .as("nothing has to go in order")
                .isEmpty();
        assertThat(found("/apis/rbac.authorization.k8s.io/v1/clusterroles/linkerd-multus-plugin")
                        .path("rules"))
                .isEmpty();
        assertThat(cluster.find(DAEMON_SET)).as("half an operand helps nobody").isEmpty();

        cluster.ask("{adopt: true}");
        awaitThere(DAEMON_SET);
        assertThat(found("/apis/rbac.authorization.k8s.io/v1/clusterroles/linkerd-multus-plugin")
                        .path("rules"))
                .isNotEmpty();
    }

    /** Its fields had been handed over before the API server refused the rest, and Helm knew nothing of them any more. */
    @Test
    void whatTheApiServerRefusesToTakeOverStaysWhose() throws IOException {
        var binding = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/linkerd-multus-plugin";
        cluster.apply(binding, """
                {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {
                labels: {app.kubernetes.io/managed-by: Helm, app.kubernetes.io/instance: linkerd-multus},
                annotations: {meta.helm.sh/release-name: mesh}},
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: another}, subjects: []}
                """);
        var before = found(binding).at("/metadata/managedFields");

        cluster.ask("{adopt: true}");

        awaitCondition("Degraded", "True NotApplied");
        until(
                "it is owned as before",
                () -> found(binding).at("/metadata/managedFields").equals(before));
    }

    @Test
    void aSpecThatCannotBeChangesNothingAndSaysWhere() throws IOException {
        bringUp("{}");
        var before = found(DAEMON_SET).at("/metadata/generation");

        cluster.ask("{mode: auxiliary, webhook: {replicas: 3}}");

        awaitCondition("Degraded", "True SpecInvalid: nothing was changed: spec.mode: auxiliary is for OpenShift");
        assertThat(found(DAEMON_SET).at("/metadata/generation")).isEqualTo(before);
        assertThat(found(DEPLOYMENT).at("/spec/replicas").asInt()).isEqualTo(2);
    }

    @Test
    void takesAwayWhatIsNotAskedForAnyMore() throws IOException {
        bringUp("{}");
        assertThat(cluster.find(BUDGET)).isPresent();

        cluster.ask("{networkPolicy: false, webhook: {replicas: 1}}");
        await().atMost(SOON).until(() -> found(DEPLOYMENT).at("/spec/replicas").asInt() == 1);
        cluster.rollOutWebhook();

        await().atMost(SOON)
                .until(() -> cluster.find(BUDGET).isEmpty()
                        && cluster.find(NETWORK_POLICY).isEmpty());
        awaitCondition("Available", "True AsAsked: installers 2/2, webhook 1/1");
    }

    @Test
    void goesInOrder() throws IOException {
        bringUp("{}");
        cluster.apply("/api/v1/namespaces/linkerd-multus/pods/installer-1", """
                {apiVersion: v1, kind: Pod, metadata: {labels: {app.kubernetes.io/name: installer,
                app.kubernetes.io/instance: linkerd-multus}}, spec: {serviceAccountName: linkerd-multus-installer,
                automountServiceAccountToken: false, containers: [{name: a, image: a}]}}
                """);

        cluster.delete(MULTUS);

        await().atMost(SOON).until(() -> cluster.find(DAEMON_SET).isEmpty());
        assertThat(cluster.find(ADMISSION)).isEmpty();
        assertThat(cluster.find(DEPLOYMENT)).as("goes with its owner").isPresent();
        assertThat(found(MULTUS).at("/metadata/finalizers"))
                .as("a node is not clean yet")
                .isNotEmpty();

        awaitCondition(
                "Progressing",
                "True Removing: waiting for installers that clean their nodes (installer-1 on node none yet");

        cluster.delete("/api/v1/namespaces/linkerd-multus/pods/installer-1?gracePeriodSeconds=0");
        await().atMost(SOON).until(() -> cluster.find(MULTUS).isEmpty());
    }

    /** OLM replaces the operator when the condition lets it, whatever is being rolled out at the time. */
    @Test
    void tellsTheLifecycleManagerToWaitWhileARolloutIsUnderWay() throws Exception {
        var condition = askUnderTheLifecycleManager();
        awaitUpgradeable(condition, "False RollingOut: waiting for the installer");

        cluster.rollOutInstaller();
        awaitUpgradeable(condition, "False RollingOut: waiting for the webhook");

        awaitThere(DEPLOYMENT);
        cluster.rollOutWebhook();
        awaitUpgradeable(condition, "True AsAsked");
        assertThat(cluster.condition("Degraded")).startsWith("False AsAsked");
    }

    /** "Removing" was the last word: with the object gone, no next version of the operator came any more. */
    @Test
    void letsTheNextVersionComeOnceItsObjectIsGone() throws Exception {
        var condition = askUnderTheLifecycleManager();
        awaitUpgradeable(condition, "False RollingOut");

        cluster.delete(MULTUS);

        awaitGone(MULTUS);
        awaitUpgradeable(condition, "True NothingAsked");
    }

    /** Whoever set it, since nobody answered and pods were refused, had to wait for somebody who answers. */
    @Test
    void letsPodsPassAWebhookThatDoesNotAnswer() throws Exception {
        bringUp("{}");
        assertThat(found(ADMISSION).at("/webhooks/0/failurePolicy").asText()).isEqualTo("Fail");
        cluster.edit(DEPLOYMENT + "/status", "{\"status\": {\"availableReplicas\": 0, \"readyReplicas\": 0}}");
        awaitCondition("Available", "False WebhookNotReady");

        cluster.ask("{webhook: {failurePolicy: Ignore}}");

        until(
                "pods pass",
                () -> found(ADMISSION).at("/webhooks/0/failurePolicy").asText().equals("Ignore"));
    }

    @Test
    void anObjectThatIsRefusedHoldsUpNoOther() throws Exception {
        bringUp("{}");
        Surroundings.refuseNetworkPolicies(cluster);

        cluster.delete(NETWORK_POLICY);
        awaitCondition("Degraded", "True NotApplied");
        // All the others, since any of them may come after it.
        var others = operand().stream()
                .filter(path -> !path.contains("/networkpolicies/") && !path.contains("webhookconfigurations/"))
                .toList();
        for (var path : others) {
            cluster.delete(path);
        }

        others.forEach(this::awaitThere);
        assertThat(cluster.condition("Degraded")).startsWith("True NotApplied");
    }

    /** It used to count as told, and where OLM gave the right to it late, the status said for ever and again that an object was refused. */
    @Test
    void tellsTheLifecycleManagerAsSoonAsItsObjectIsThere() throws Exception {
        cluster.start("1", "linkerd-multus.v1");
        bringUp("{}");
        assertThat(cluster.condition("Degraded")).startsWith("False AsAsked");

        var condition = Surroundings.operatorCondition(cluster, "linkerd-multus.v1");
        cluster.delete(BUDGET);
        // So that it has looked since.
        awaitThere(BUDGET);

        awaitUpgradeable(condition, "True AsAsked");
    }

    /** {@return where the operator, which begins to roll out, tells whether it may be upgraded} */
    private String askUnderTheLifecycleManager() throws Exception {
        var condition = Surroundings.operatorCondition(cluster, "linkerd-multus.v1");
        cluster.start("1", "linkerd-multus.v1");
        cluster.ask("{}");
        return condition;
    }

    private void awaitUpgradeable(String path, String says) {
        await("Upgradeable")
                .atMost(SOON)
                .untilAsserted(() -> assertThat(Conditions.of(found(path), "/spec/conditions", "Upgradeable"))
                        .startsWith(says));
    }

    /** The way back to Helm. There is no garbage collector here: the test is it. */
    @Test
    void leavesItsWorkToWhoDeletesWithoutWhatWasMade() throws Exception {
        bringUp("{}");

        cluster.deleteOrphaning(MULTUS);
        for (var path : operand()) {
            cluster.edit(path, "{\"metadata\": {\"ownerReferences\": null}}");
        }
        assertThat(cluster.find(MULTUS))
                .as("it waits for the garbage collector")
                .isPresent();
        cluster.edit(MULTUS, "{\"metadata\": {\"finalizers\": [\"multus.linkerd.io/cleanup\"]}}");

        await().atMost(SOON).until(() -> cluster.find(MULTUS).isEmpty());
        for (var path : operand()) {
            assertThat(cluster.find(path)).as(path).isPresent();
        }
    }

    @Test
    void saysWhatToDoWhereItsNamespaceRefusesTheInstaller() throws IOException {
        var namespace = "/api/v1/namespaces/" + NAMESPACE;
        cluster.edit(
                namespace, "{\"metadata\": {\"labels\": {\"pod-security.kubernetes.io/enforce\": \"restricted\"}}}");

        cluster.ask("{}");
        awaitCondition("Degraded", "True PodSecurity: the namespace linkerd-multus enforces the Pod Security Standard");

        cluster.edit(
                namespace, "{\"metadata\": {\"labels\": {\"pod-security.kubernetes.io/enforce\": \"privileged\"}}}");
        awaitCondition("Degraded", "False AsAsked");
    }

    /** What it did with the settings before, it does with the new ones from then on, without a new pod. */
    @Test
    void itsOwnDutiesFollowTheSpec() throws IOException {
        Surroundings.attachments(cluster);
        cluster.apply("/api/v1/namespaces/shop", SHOP);
        cluster.apply("/api/v1/namespaces/books", SHOP);
        // With nothing to do, and not on its way there from another test's settings.
        cluster.start("1");

        bringUp("{excludedNamespaces: [shop]}");
        awaitThere(ATTACHMENT.formatted("books"));
        assertThat(cluster.find(ATTACHMENT.formatted("shop"))).as("left alone").isEmpty();

        cluster.ask("{excludedNamespaces: []}");
        awaitThere(ATTACHMENT.formatted("shop"));
    }

    private static List<String> operand() {
        return operand(Rendering.Platform.KUBERNETES, Mode.NAD);
    }

    private static List<String> operand(Rendering.Platform platform, Mode mode) {
        return new Rendering(platform)
                .objects(mode, CniChart.USE, NAMESPACE).orElseThrow().stream()
                        .map(OperatorIT::path)
                        .toList();
    }

    private static String path(HasMetadata object) {
        var group = object.getApiVersion().equals("v1") ? "/api/v1" : "/apis/" + object.getApiVersion();
        var place = object.getMetadata().getNamespace() == null
                ? ""
                : "/namespaces/" + object.getMetadata().getNamespace();
        return group + place + "/" + plural(object.getKind()) + "/"
                + object.getMetadata().getName();
    }

    private static String plural(String kind) {
        return switch (kind) {
            case "NetworkPolicy" -> "networkpolicies";
            case "SecurityContextConstraints" -> "securitycontextconstraints";
            default -> kind.toLowerCase(Locale.ROOT) + "s";
        };
    }
}
