// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.SettingsBuilder;
import io.linkerd.multus.controller.settings.ControllerSettings;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * On OpenShift Linkerd's policy controller cannot make its Lease, since it names an owner and may not delete it: {@code linkerd-destination}
 * never got ready.
 */
class PolicyLeaseIT {
    private static final String NAME = "linkerd-multus-policy-lease";
    private static final String RIGHT = """
            [{"apiGroups":["coordination.k8s.io"],"resourceNames":["policy-controller-write"],"resources":["leases"],\
            "verbs":["delete"]}]""";

    private final FakeCluster cluster = new FakeCluster();

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void letsThePolicyControllerMakeItsLeaseAndDoNothingElse() {
        sccs();
        cluster.start();
        cluster.namespace("linkerd", "");
        cluster.namespace("shop", "enabled");

        awaitRight("linkerd");

        assertThat(rules("linkerd")).isEqualTo(RIGHT);
        var binding = cluster.api().get(path("rolebindings", "linkerd")).orElseThrow();
        assertThat(binding.at("/roleRef/kind").asText()).isEqualTo("Role");
        assertThat(binding.at("/roleRef/name").asText()).isEqualTo(NAME);
        assertThat(binding.path("subjects")).hasSize(1);
        assertThat(binding.at("/subjects/0/namespace").asText()).isEqualTo("linkerd");
        assertThat(binding.at("/subjects/0/name").asText()).isEqualTo("linkerd-destination");
        for (var kind : new String[] {"roles", "rolebindings"}) {
            assertThat(cluster.api()
                            .get(path(kind, "linkerd"))
                            .orElseThrow()
                            .at("/metadata/ownerReferences/0/name")
                            .asText())
                    .isEqualTo("linkerd-multus-controller");
            assertThat(cluster.api().get(path(kind, "shop"))).isEmpty();
        }
    }

    @Test
    void putsBackWhatIsWidenedOrTakenAway() {
        sccs();
        cluster.namespace("linkerd", "");
        cluster.start();
        awaitRight("linkerd");

        var widened = cluster.api().get(path("roles", "linkerd")).orElseThrow();
        widened.withArray("/rules/0/verbs").add("update");
        cluster.api().put(path("roles", "linkerd"), widened.toString());
        await("narrowed").atMost(FakeCluster.SOON).until(() -> rules("linkerd").equals(RIGHT));

        cluster.api().remove(path("roles", "linkerd"));
        cluster.api().remove(path("rolebindings", "linkerd"));
        awaitRight("linkerd");
    }

    @Test
    void makesNothingWhereThereAreNoSccs() {
        cluster.namespace("linkerd", "");
        cluster.configMap("2102");
        cluster.start();
        await("attachment")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("linkerd").equals("2102"));

        await("nothing is made")
                .during(Duration.ofSeconds(2))
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(path("roles", "linkerd")).isEmpty()
                        && cluster.api().get(path("rolebindings", "linkerd")).isEmpty());
    }

    @Test
    void followsTheControlPlaneToAnotherNamespace() {
        sccs();
        cluster.namespace("linkerd", "");
        cluster.namespace("mesh", "");
        cluster.start();
        awaitRight("linkerd");

        cluster.restart(settings("mesh", true));

        awaitRight("mesh");
        awaitNone("linkerd");
    }

    @Test
    void takesBothAwayWhereTheSettingsSaySo() {
        sccs();
        cluster.namespace("linkerd", "");
        cluster.start();
        awaitRight("linkerd");

        cluster.restart(settings("linkerd", false));

        awaitNone("linkerd");
        assertThat(cluster.api().get(FakeCluster.BINDING)).as("the SCC's").isPresent();
    }

    @Test
    void bindsNobodyToARoleThatAnotherWriterMadeAndSaysSo() {
        sccs();
        cluster.namespace("linkerd", "");
        cluster.api().put(path("roles", "linkerd"), "{rules: [{apiGroups: ['*'], resources: ['*'], verbs: ['*']}]}");

        cluster.start();

        await("told").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent("linkerd", "PolicyLeaseRightNotOurs"));
        assertThat(rules("linkerd")).contains("\"*\"");
        assertThat(cluster.api().get(path("rolebindings", "linkerd"))).isEmpty();
    }

    private void sccs() {
        cluster.api()
                .define("security.openshift.io/v1", "securitycontextconstraints", "SecurityContextConstraints", false);
    }

    private void awaitRight(String namespace) {
        await("the right in " + namespace)
                .atMost(FakeCluster.SOON)
                .until(() -> rules(namespace).equals(RIGHT)
                        && cluster.api().get(path("rolebindings", namespace)).isPresent());
    }

    private void awaitNone(String namespace) {
        await("nothing in " + namespace)
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(path("roles", namespace)).isEmpty()
                        && cluster.api().get(path("rolebindings", namespace)).isEmpty());
    }

    private String rules(String namespace) {
        return cluster.api()
                .get(path("roles", namespace))
                .map(role -> role.path("rules").toString())
                .orElse("");
    }

    private static String path(String kind, String namespace) {
        return "/apis/rbac.authorization.k8s.io/v1/namespaces/" + namespace + "/" + kind + "/" + NAME;
    }

    private static ControllerSettings settings(String controlPlane, boolean policyLease) {
        return new SettingsBuilder()
                .withControlPlaneNamespace(controlPlane)
                .withPolicyLease(policyLease)
                .build();
    }
}
