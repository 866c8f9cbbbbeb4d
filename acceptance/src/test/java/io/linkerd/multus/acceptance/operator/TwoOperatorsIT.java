// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static io.linkerd.multus.acceptance.operator.OperatorCluster.ADMISSION;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.DAEMON_SET;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.DEPLOYMENT;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.MULTUS;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A second operator, or a Helm release, in a cluster that has an operator: nobody fights, and somebody says what to do. */
class TwoOperatorsIT extends Operated {
    private static final String SECOND = "second";
    private static final String REASON = "OtherOperator";
    private static final String HELMS = "helms";

    private String keeper() {
        return found(MULTUS).at("/status/namespace").asText();
    }

    private static String in(String namespace, String path) {
        return path.replace("/" + NAMESPACE + "/", "/" + namespace + "/");
    }

    @Test
    void theSecondDoesNothingAndSaysWhoDoes() throws Exception {
        Surroundings.attachments(cluster);
        bringUp("{}");
        cluster.apply("/api/v1/namespaces/shop", SHOP);
        until(
                "it is attached and told of",
                () -> found(MULTUS).at("/status/namespaces/summary").asText().equals("1/1"));
        var before = versions();

        cluster.startAnother(SECOND);
        until("it says so", () -> !events(SECOND, REASON).isEmpty());

        assertThat(events(SECOND, REASON))
                .singleElement()
                .asString()
                .contains("in namespace linkerd-multus carries out", "uninstall this one");
        assertThat(versions()).isEqualTo(before);
        assertThat(cluster.find(in(SECOND, DAEMON_SET))).isEmpty();
        assertThat(events(NAMESPACE, REASON)).isEmpty();
    }

    /** Both see it before either has written anything. */
    @Test
    void ofTwoThatAreAskedAtOnceOneDoesIt() throws Exception {
        cluster.start("1");
        cluster.startAnother(SECOND);
        until(
                "both lead where they are",
                () -> List.of(NAMESPACE, SECOND).stream().allMatch(this::leads));

        cluster.ask("{}");

        until("one does it", () -> !keeper().isEmpty());
        var other = keeper().equals(SECOND) ? NAMESPACE : SECOND;
        until("the other one says so", () -> !events(other, REASON).isEmpty());
        awaitThere(in(keeper(), DAEMON_SET));
        assertThat(cluster.find(in(other, DAEMON_SET))).isEmpty();
        assertThat(events(keeper(), REASON)).isEmpty();
    }

    private boolean leads(String namespace) {
        try {
            return cluster.find(
                            "/apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases/linkerd-multus-operator")
                    .isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void theSecondTakesOverWhenTheNamespaceOfTheFirstIsGone() throws Exception {
        bringUp("{}");
        cluster.startAnother(SECOND);
        until("it says so", () -> !events(SECOND, REASON).isEmpty());

        cluster.stop();
        cluster.deleteNamespace(NAMESPACE);

        until("it takes over", () -> keeper().equals(SECOND));
        awaitThere(in(SECOND, DAEMON_SET));
    }

    private static InstallCommand helm(OperatorCluster cluster) {
        return helm(cluster, HELMS);
    }

    private static InstallCommand helm(OperatorCluster cluster, String namespace) {
        return new Helm(Path.of("..", "charts", "linkerd-multus"))
                .install()
                .withKubeConfig(cluster.kubeconfigOfAdministrator())
                .withNamespace(namespace)
                .createNamespace()
                .withName("linkerd-multus");
    }

    /** Helm's own controller keeps attachments by its values; an operator with others would write each of them again and again. */
    @Test
    void besideAHelmReleaseItLeavesWhatThatKeepsAlone() throws Exception {
        Surroundings.attachments(cluster);
        helm(cluster).call();
        cluster.apply("/api/v1/namespaces/shop", SHOP);
        // With nothing to do, and not on its way there from another test's settings.
        cluster.start("1");

        cluster.ask("{}");

        awaitCondition("Degraded", "True NotOurs: left untouched: ");
        assertThat(cluster.condition("Degraded"))
                .contains(
                        "of Helm's release linkerd-multus in namespace helms",
                        "helm uninstall linkerd-multus --namespace helms",
                        "spec.adopt reaches no other");
        assertThat(cluster.find(ATTACHMENT.formatted("shop")))
                .as("Helm's controller is to make it")
                .isEmpty();
        assertThat(cluster.find(DAEMON_SET)).isEmpty();

        var before = found(ADMISSION);
        cluster.ask("{adopt: true}");
        until(
                "it has looked at that",
                () -> cluster.condition("Degraded").startsWith("True NotOurs: ")
                        && found(MULTUS)
                                .at("/status/observedGeneration")
                                .equals(found(MULTUS).at("/metadata/generation")));
        assertThat(found(ADMISSION))
                .as("its installer and controller stay there")
                .isEqualTo(before);
        assertThat(cluster.find(DAEMON_SET)).isEmpty();

        Helm.uninstall("linkerd-multus")
                .withKubeConfig(cluster.kubeconfigOfAdministrator())
                .withNamespace(HELMS)
                .call();
        awaitThere(DAEMON_SET);
        awaitThere(ATTACHMENT.formatted("shop"));
    }

    /** It said so for ever: nothing told that the Deployment had gone. */
    @Test
    void aControllerThatComesBesideAnOperandAndGoesAgainIsToldAndForgotten() throws Exception {
        bringUp("{}");
        var controller = DEPLOYMENT.replace("-webhook", "-controller");
        cluster.apply(controller, """
                {apiVersion: apps/v1, kind: Deployment, metadata: {annotations: {meta.helm.sh/release-name: linkerd-multus,
                meta.helm.sh/release-namespace: linkerd-multus}}, spec: {replicas: 0, selector: {matchLabels: {a: b}}, template: {metadata:
                {labels: {a: b}}, spec: {containers: [{name: a, image: a}]}}}}
                """);

        awaitCondition(
                "Degraded",
                "True NotOurs: left untouched: Deployment linkerd-multus/linkerd-multus-controller is of Helm's");
        assertThat(cluster.condition("Degraded"))
                .contains(
                        "kubectl delete deployment linkerd-multus-controller",
                        "neither helm uninstall nor helm upgrade");

        cluster.delete(controller);
        awaitCondition("Degraded", "False AsAsked");
    }

    /** Its annotation went with the configurations, whose turn was when the webhook was ready, which it never was while cert-manager wrote. */
    @Test
    void certManagerIsAskedNoMoreBeforeTheWebhookIsTakenOver() throws Exception {
        helm(cluster, NAMESPACE).set("controller.enabled", "false").call();
        cluster.edit(ADMISSION, """
                {"metadata": {"annotations": {"cert-manager.io/inject-ca-from": "linkerd-multus/linkerd-multus-webhook"}}}
                """);
        cluster.start("1");
        cluster.ask("{adopt: true}");
        until("the installer is taken over", () -> isTakenOver(DAEMON_SET));
        assertThat(isAskedNoMore()).as("until it is the webhook's turn").isFalse();

        cluster.rollOutInstaller();

        until("the webhook is taken over", () -> isTakenOver(DEPLOYMENT));
        assertThat(isAskedNoMore()).isTrue();
        assertThat(isTakenOver(ADMISSION)).as("no replica answers yet").isFalse();
        cluster.rollOutWebhook();
        awaitCondition("Progressing", "False AsAsked");

        cluster.edit(ADMISSION, "{\"metadata\": {\"annotations\": {\"cert-manager.io/inject-ca-from\": \"a/b\"}}}");
        awaitCondition(
                "Degraded",
                "True OtherAuthority: MutatingWebhookConfiguration zz-linkerd-multus-webhook has the annotation");
    }

    private boolean isAskedNoMore() {
        return found(ADMISSION)
                .at("/metadata/annotations/cert-manager.io~1inject-ca-from")
                .isMissingNode();
    }

    /** Replicas of the release were changed without a word, since only fields were compared that the spec cannot say. */
    @Test
    void aValueOfTheReleaseThatTheSpecDoesNotSayIsListed() throws Exception {
        Surroundings.attachments(cluster);
        helm(cluster, NAMESPACE)
                .set("controller.enabled", "false")
                .set("webhook.replicas", "3")
                .call();
        cluster.start("1");

        cluster.ask("{adopt: true, onUnsaidFields: Refuse}");
        awaitCondition("Degraded", "True NotOurs: not taken over, since spec.onUnsaidFields is Refuse");
        assertThat(cluster.condition("Degraded"))
                .contains("Deployment linkerd-multus/linkerd-multus-webhook spec.replicas (would be 2)");

        cluster.ask("{adopt: true, onUnsaidFields: Refuse, webhook: {replicas: 3}}");
        until("the installer is taken over", () -> isTakenOver(DAEMON_SET));
    }

    /** LINKERD_MULTUS_PLATFORM was auto, which an operand never says, so that no release was taken over. */
    @ParameterizedTest
    @CsvSource({
        "true, controller.enabled=false, nad, Use",
        "false, controller.enabled=false, chained, Use",
        "true, global.mode=file, file, Use",
        "true, global.linkerd.cniChart=Replace, nad, Replace"
    })
    void aReleaseThatSaysNothingElseThanTheSpecIsTakenOver(
            boolean hasMultus, String value, String mode, String cniChart) throws Exception {
        if (hasMultus) {
            Surroundings.attachments(cluster);
        }
        helm(cluster, NAMESPACE)
                .set("controller.enabled", "false")
                .set(value.split("=", -1)[0], value.split("=", -1)[1])
                .call();
        var installer =
                cniChart.equals("Use") ? DAEMON_SET : DAEMON_SET.replace("linkerd-multus-installer", "linkerd-cni");
        assertThat(found(installer).at("/spec/template/spec/containers/0/env").toString())
                .contains("{\"name\":\"LINKERD_MULTUS_PLATFORM\",\"value\":\"auto\"}");
        cluster.start("1");

        cluster.ask(
                "{adopt: true, onUnsaidFields: Refuse, mode: %s, linkerd: {cniChart: %s}}".formatted(mode, cniChart));

        until("the installer is taken over", () -> isTakenOver(installer));
        cluster.rollOutInstaller(installer, 2, 2);
        until("the webhook is taken over", () -> isTakenOver(DEPLOYMENT));
        cluster.rollOutWebhook();
        awaitCondition("Degraded", "False AsAsked");
    }

    @Test
    void aPlatformThatTheReleaseNamesIsListed() throws Exception {
        Surroundings.attachments(cluster);
        helm(cluster, NAMESPACE)
                .set("controller.enabled", "false")
                .set("global.platform", "gke")
                .call();
        cluster.start("1");

        cluster.ask("{adopt: true, onUnsaidFields: Refuse}");

        awaitCondition("Degraded", "True NotOurs: not taken over, since spec.onUnsaidFields is Refuse");
        assertThat(cluster.condition("Degraded"))
                .contains("containers[name=installer].env[name=LINKERD_MULTUS_PLATFORM].value (would be kubernetes)");
        assertThat(isTakenOver(DAEMON_SET)).isFalse();
    }

    /**
     * They shared the Lease, so that neither attached; and the object waited for the release's installers to go, which nothing removes, and
     * advised to delete their pods by force.
     */
    @Test
    void besideAHelmReleaseInItsNamespaceTheObjectIsDeletedAtOnce() throws Exception {
        Surroundings.attachments(cluster);
        helm(cluster, NAMESPACE).call();
        var installer = found(DAEMON_SET);
        cluster.apply("/api/v1/namespaces/linkerd-multus/pods/installer-1", """
                {apiVersion: v1, kind: Pod, metadata: {labels: {app.kubernetes.io/name: installer,
                app.kubernetes.io/instance: linkerd-multus}, ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, controller: true,
                name: linkerd-multus-installer, uid: %s}]}, spec: {serviceAccountName: linkerd-multus-installer,
                automountServiceAccountToken: false, containers: [{name: a, image: a}]}}
                """.formatted(
                        installer.at("/metadata/uid").asText()));
        cluster.start("1");
        cluster.ask("{}");

        awaitCondition(
                "Degraded", "True NotOurs: left untouched: Deployment linkerd-multus/linkerd-multus-controller, ");
        assertThat(cluster.condition("Degraded"))
                .contains("of Helm's release linkerd-multus in namespace linkerd-multus", "which goes at once");
        assertThat(leads(NAMESPACE)).as("by a Lease of its own").isTrue();
        assertThat(cluster.find(
                        "/apis/coordination.k8s.io/v1/namespaces/linkerd-multus/leases/linkerd-multus-controller"))
                .as("is for the release's controller")
                .isEmpty();

        cluster.delete(MULTUS);

        assertThat(cluster.find(MULTUS)).isEmpty();
        assertThat(found(DAEMON_SET).at("/metadata/uid")).isEqualTo(installer.at("/metadata/uid"));
        assertThat(cluster.find(ADMISSION)).isPresent();
    }

    private boolean isTakenOver(String path) {
        return found(path)
                .at("/metadata/labels/app.kubernetes.io~1managed-by")
                .asText()
                .equals("linkerd-multus");
    }

    /** It said AsAsked, and kept both. */
    @Test
    void whatAReleaseSaysAndTheSpecCannotIsListedOrTakenAway() throws Exception {
        var term = "webhook.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]"
                + ".matchExpressions[0].";
        helm(cluster, NAMESPACE)
                .set("controller.enabled", "false")
                .set(term + "key", "pool")
                .set(term + "operator", "Exists")
                .set("webhook.env[0].name", "FURTHER")
                .set("webhook.env[0].value", "a")
                .call();
        var webhook = "Deployment linkerd-multus/linkerd-multus-webhook spec.template.spec.";
        cluster.start("1");

        cluster.ask("{adopt: true, onUnsaidFields: Refuse}");
        awaitCondition("Degraded", "True NotOurs: not taken over, since spec.onUnsaidFields is Refuse");
        assertThat(cluster.condition("Degraded"))
                .contains(webhook + "affinity", webhook + "containers[name=webhook].env[name=FURTHER]")
                .as("the API server puts these in by itself")
                .doesNotContain("dnsPolicy", "clusterIP", "terminationGracePeriodSeconds", "revisionHistoryLimit");
        assertThat(isTakenOver(DAEMON_SET)).isFalse();

        cluster.ask("{adopt: true}");
        until("the installer is taken over", () -> isTakenOver(DAEMON_SET));
        cluster.rollOutInstaller();
        until("the webhook is taken over", () -> isTakenOver(DEPLOYMENT));
        cluster.rollOutWebhook();
        awaitCondition("Progressing", "False AsAsked");
        var taken = found(DEPLOYMENT);
        assertThat(taken.at("/spec/template/spec/affinity").isMissingNode()).isTrue();
        assertThat(taken.at("/spec/template/spec/containers/0/env").toString()).doesNotContain("FURTHER");
        assertThat(taken.at("/metadata/annotations").toString()).doesNotContain("meta.helm.sh");
    }

    @Test
    void helmRefusesToInstallBesideAnOperand() throws Exception {
        bringUp("{}");
        var before = versions();

        assertThatThrownBy(() -> helm(cluster).call())
                .hasMessageContaining("exists and cannot be imported into the current release")
                .hasMessageContaining("must equal \"Helm\": current value is \"linkerd-multus\"");

        assertThat(versions()).isEqualTo(before);
        assertThat(cluster.find(in(HELMS, DEPLOYMENT))).isEmpty();
    }
}
