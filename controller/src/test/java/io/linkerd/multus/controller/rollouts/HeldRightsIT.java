// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.fakeapi.Failure;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Without the rights, or without what keeps them small, nothing is restarted, and a person hears why. */
class HeldRightsIT {
    private static final String BINDING =
            "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings/linkerd-multus-controller-rollouts";
    private static final String POLICY =
            "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/linkerd-multus-controller-dry-runs";

    private final RolloutCluster cluster = new RolloutCluster();

    @BeforeEach
    void deploy() {
        cluster.rollouts("{mode: 'Auto'}");
        cluster.workloads().deployment("shop", "web", RolloutCluster.AUTO);
        cluster.workloads().newChange();
    }

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void aClusterThatServesNoPoliciesRestartsNothing() {
        assertHindered("AdmissionPolicyNotServed");
    }

    @Test
    void withoutTheRightsNothingIsRestarted() {
        cluster.servePolicies();
        cluster.api()
                .fail("GET /apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/", Failure.status(403));

        assertHindered("RolloutRightsMissing");
    }

    @Test
    void rightsWithoutAPolicyAreNotUsed() {
        cluster.servePolicies();

        assertHindered("RolloutRightsMissing");
        assertThat(cluster.rollout().path("message").asText())
                .contains("ValidatingAdmissionPolicy linkerd-multus-controller-rollouts");
    }

    @Test
    void aPolicyThatOnlyAuditsIsNone() {
        cluster.servePolicies();
        cluster.policies("Audit");

        assertHindered("RolloutRightsMissing");
    }

    @Test
    void aPolicyThatSparesNamespacesIsNone() {
        cluster.servePolicies();
        cluster.policies("Deny");
        cluster.api().edit(BINDING, "{spec: {matchResources: {namespaceSelector: {}}}}");

        assertHindered("RolloutRightsMissing");
    }

    @Test
    void aPolicyOfAnotherAccountIsNone() {
        cluster.servePolicies();
        cluster.policies("Deny");
        cluster.api().edit(POLICY, "{spec: {matchConditions: [{name: 'controller', expression: 'other'}]}}");

        assertHindered("RolloutRightsMissing");
    }

    @Test
    void rightsThatComeLaterAreUsed() {
        assertHindered("AdmissionPolicyNotServed");
        cluster.servePolicies();
        cluster.policies("Deny");

        try (var leader = new Leader(cluster)) {
            leader.run(30);
        }
        assertThat(cluster.marks()).containsOnlyKeys("web");
    }

    private void assertHindered(String reason) {
        try (var leader = new Leader(cluster)) {
            leader.run(20);
        }
        assertThat(cluster.marks()).isEmpty();
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo(reason);
        assertThat(cluster.events("default")).contains(reason);
    }
}
