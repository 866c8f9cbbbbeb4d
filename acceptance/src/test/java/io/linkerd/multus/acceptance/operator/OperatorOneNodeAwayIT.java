// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static io.linkerd.multus.acceptance.operator.OperatorCluster.ADMISSION;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.DAEMON_SET;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.DEPLOYMENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.acceptance.mesh.Conditions;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What the operator does while one of two nodes cannot have the installer, on a real API server. */
class OperatorOneNodeAwayIT extends Operated {
    private static final String NODE = "/api/v1/nodes/node-2";
    private static final String POD = "/api/v1/namespaces/linkerd-multus/pods/installer-2";

    /** As the node lifecycle controller has it for a kubelet that says nothing more. */
    private void nodeIs(String ready) throws IOException {
        cluster.apply(NODE, "{apiVersion: v1, kind: Node}");
        cluster.edit(
                NODE + "/status",
                "{\"status\": {\"conditions\": [{\"type\": \"Ready\", \"status\": \"%s\"}]}}".formatted(ready));
    }

    private void podOfTheNode(String status) throws IOException {
        cluster.apply(POD, """
                {apiVersion: v1, kind: Pod, metadata: {labels: {app.kubernetes.io/name: installer,
                app.kubernetes.io/instance: linkerd-multus}}, spec: {nodeName: node-2,
                serviceAccountName: linkerd-multus-installer, automountServiceAccountToken: false,
                containers: [{name: a, image: a}]}}
                """);
        cluster.edit(POD + "/status", "{\"status\": " + status + "}");
    }

    /** As the DaemonSet controller, which observes each write of the operator's. */
    private boolean isNextStepBegunByOneInstaller() throws IOException {
        cluster.rollOutInstaller(2, 1);
        return cluster.find(DEPLOYMENT).isPresent();
    }

    /** The first installation never made a webhook, and OLM was told to wait for ever. */
    @Test
    void aFirstInstallationGoesOnWithoutANodeThatIsNotReady() throws Exception {
        var condition = Surroundings.operatorCondition(cluster, "linkerd-multus.v1");
        cluster.start("1", "linkerd-multus.v1");
        nodeIs("Unknown");
        cluster.ask("{}");
        awaitThere(DAEMON_SET);
        podOfTheNode("{\"phase\": \"Pending\"}");

        until("the next step begins", this::isNextStepBegunByOneInstaller);
        cluster.rollOutWebhook();
        awaitThere(ADMISSION);
        awaitCondition(
                "NodesAway",
                "True NodeNotReady: 1 of 2 nodes cannot have the installer, and are not waited for: node-2 (NodeNotReady)");
        awaitCondition("Available", "True AsAsked: installers 1/2");
        awaitCondition("Progressing", "False AsAsked");
        await("Upgradeable")
                .atMost(SOON)
                .untilAsserted(() -> assertThat(Conditions.of(found(condition), "/spec/conditions", "Upgradeable"))
                        .startsWith("True"));
    }

    @Test
    void aNodeWithoutRoomIsNamedWithWhatTheSchedulerSays() throws Exception {
        nodeIs("True");
        cluster.ask("{}");
        awaitThere(DAEMON_SET);
        podOfTheNode("""
                {"phase": "Pending", "conditions": [{"type": "PodScheduled", "status": "False", "reason": "Unschedulable",
                 "message": "0/2 nodes are available: 1 Insufficient memory"}]}
                """);

        until("the next step begins", this::isNextStepBegunByOneInstaller);
        awaitCondition("NodesAway", "True Unschedulable: 1 of 2 nodes");
        assertThat(cluster.condition("NodesAway")).contains("1 Insufficient memory");
    }

    /** A pod that nothing ends used up what may be unavailable, and the other node kept its old one. */
    @Test
    void theOtherNodeGetsAChangedInstaller() throws Exception {
        bringUp("{}");
        nodeIs("Unknown");
        podOfTheNode("{\"phase\": \"Running\"}");
        cluster.delete(POD);
        try {
            cluster.ask("{logging: {level: debug}}");
            until(
                    "it is changed",
                    () -> found(DAEMON_SET).at("/metadata/generation").asInt() > 1);
            cluster.rollOutInstaller(0, 1);
            until("one more may be unavailable", () -> maxUnavailable().equals("2"));

            cluster.rollOutInstaller(1, 1);
            until("the next step begins", () -> found(DEPLOYMENT).toString().contains("\"debug\""));
            cluster.rollOutWebhook();
            awaitCondition("Progressing", "False AsAsked");

            nodeIs("True");
            cluster.delete(POD + "?gracePeriodSeconds=0");
            cluster.rollOutInstaller(2, 2);
            until("as many as the spec says", () -> maxUnavailable().equals("10%"));
            cluster.rollOutInstaller(2, 2);
            awaitCondition("NodesAway", "False AsAsked");
        } finally {
            // Without a kubelet it would stay.
            cluster.find(POD).ifPresent(_ -> deleteAtOnce());
        }
    }

    /** The first write of a new process made room, though no pod was to be replaced. */
    @Test
    void aRestartOfTheOperatorWhileANodeIsAwayWritesNothing() throws Exception {
        bringUp("{installer: {nodeSelector: {kubernetes.io/os: linux}, resources: {requests: {cpu: '0.5'}}}}");
        nodeIs("Unknown");
        podOfTheNode("{\"phase\": \"Running\"}");
        cluster.rollOutInstaller(2, 1);
        awaitCondition("NodesAway", "True NodeNotReady");
        var before = found(DAEMON_SET).at("/metadata/generation").asInt();

        cluster.start("1");
        cluster.delete(DEPLOYMENT);
        awaitThere(DEPLOYMENT);

        assertThat(maxUnavailable()).isEqualTo("10%");
        assertThat(found(DAEMON_SET).at("/metadata/generation").asInt()).isEqualTo(before);
    }

    private String maxUnavailable() {
        return found(DAEMON_SET)
                .at("/spec/updateStrategy/rollingUpdate/maxUnavailable")
                .asText();
    }

    private void deleteAtOnce() {
        try {
            cluster.delete(POD + "?gracePeriodSeconds=0");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Its configuration said Fail, so that meshed pods of the whole cluster were refused until the installer was rolled out. */
    @Test
    void aWebhookThatIsDeletedWhileTheInstallerIsRolledOutIsMadeAgainAtOnce() throws Exception {
        bringUp("{}");
        cluster.ask("{logging: {level: debug}}");
        awaitCondition("Progressing", "True RollingOut: waiting for the installer");

        cluster.delete(DEPLOYMENT);

        awaitThere(DEPLOYMENT);
        awaitCondition("Available", "False WebhookNotReady: no replica of the webhook answers");
    }

    /** Beside a bad spec nothing was put right, and a new leader did not know any more what had been good. */
    @Test
    void besideABadSpecTheOneBeforeIsKept() throws Exception {
        bringUp("{webhook: {replicas: 3}}");
        cluster.ask("{mode: auxiliary, webhook: {replicas: 4}}");
        awaitCondition("Degraded", "True SpecInvalid: nothing was changed: spec.mode: auxiliary is for OpenShift");

        cluster.delete(DEPLOYMENT);
        awaitThere(DEPLOYMENT);
        assertThat(found(DEPLOYMENT).at("/spec/replicas").asInt()).isEqualTo(3);

        cluster.start("1");
        cluster.delete(DEPLOYMENT);
        awaitThere(DEPLOYMENT);
        assertThat(found(DEPLOYMENT).at("/spec/replicas").asInt()).isEqualTo(3);
        assertThat(cluster.condition("Degraded")).startsWith("True SpecInvalid");
    }
}
