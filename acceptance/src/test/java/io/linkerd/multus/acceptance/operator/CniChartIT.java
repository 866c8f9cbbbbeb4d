// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static io.linkerd.multus.acceptance.operator.OperatorCluster.DAEMON_SET;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.MULTUS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The operator in the place of Linkerd's CNI chart, which OpenShift refuses: nothing made {@code linkerd-cni-config} there. */
class CniChartIT extends Operated {
    private static final String REPLACED = "/apis/apps/v1/namespaces/linkerd-multus/daemonsets/linkerd-cni";
    private static final String CONFIG = "/api/v1/namespaces/linkerd-multus/configmaps/linkerd-cni-config";
    private static final String ROLE = "/apis/rbac.authorization.k8s.io/v1/clusterroles/linkerd-cni";

    @Test
    void withoutLinkerdsChartNamespacesAreAttachedByWhatTheSpecSays() throws Exception {
        Surroundings.openShift(cluster);
        Surroundings.attachmentsAlone(cluster);
        cluster.apply("/api/v1/namespaces/shop", SHOP);

        cluster.ask("{linkerd: {cniChart: Replace, cniConfig: {ignoreOutboundPorts: [9300]}}}");

        awaitThere(REPLACED);
        awaitThere(ATTACHMENT.formatted("shop"));
        assertThat(found(ATTACHMENT.formatted("shop")).at("/spec/config").asText())
                .contains("\"outbound-ports-to-ignore\": [\"9300\"]");

        cluster.ask("{linkerd: {cniChart: Replace, cniConfig: {ignoreOutboundPorts: [9400-9500]}}}");
        until(
                "the attachment follows",
                () -> found(ATTACHMENT.formatted("shop"))
                        .at("/spec/config")
                        .asText()
                        .contains("[\"9400-9500\"]"));
    }

    /** The one that goes has the lock of each node, so none of the successor's pods would ever be ready beside it. */
    @Test
    void theInstallerChangesItsNameAndBackWithoutWaitingForItself() throws Exception {
        bringUp("{}");

        cluster.ask("{linkerd: {cniChart: Replace}}");
        awaitThere(REPLACED);
        awaitGone(DAEMON_SET);
        awaitThere(CONFIG);
        cluster.edit(REPLACED + "/status", """
                {"status": {"observedGeneration": %s, "desiredNumberScheduled": 2, "currentNumberScheduled": 2,
                 "updatedNumberScheduled": 2, "numberAvailable": 2, "numberReady": 2, "numberMisscheduled": 0}}""".formatted(found(REPLACED).at("/metadata/generation")));
        awaitCondition("Progressing", "False AsAsked");

        cluster.ask("{linkerd: {cniChart: Use}}");
        awaitThere(DAEMON_SET);
        awaitGone(REPLACED);
        cluster.rollOutInstaller();
        awaitCondition("Progressing", "False AsAsked");
        awaitGone(CONFIG);
        awaitGone(ROLE);
    }

    /** All duties of the controller ended for it. */
    @Test
    void besideLinkerdsChartItIsToldAndWhatWasAcceptedStays() throws Exception {
        bringUp("{}");
        var accepted = found(MULTUS).at("/status/accepted");
        cluster.apply(ROLE, """
                {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole,
                metadata: {annotations: {meta.helm.sh/release-name: linkerd2-cni}}, rules: []}
                """);

        cluster.ask("{linkerd: {cniChart: Replace}}");

        awaitCondition("Degraded", "True CniChartThere");
        assertThat(cluster.condition("Degraded")).contains("Helm's release linkerd2-cni", "spec.linkerd.cniChart: Use");
        assertThat(found(MULTUS).at("/status/accepted")).isEqualTo(accepted);
        assertThat(cluster.find(DAEMON_SET)).isPresent();
        assertThat(cluster.find(REPLACED)).isEmpty();
    }
}
