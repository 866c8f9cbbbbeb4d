// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaxUnavailableTest {
    private static GenericKubernetesResource daemonSet(String maxUnavailable) {
        return new KubernetesSerialization().unmarshal("""
                ---
                {kind: DaemonSet, spec: {updateStrategy: {rollingUpdate: {maxUnavailable: %s}}}}
                """.formatted(maxUnavailable), GenericKubernetesResource.class);
    }

    @ParameterizedTest
    @CsvSource({"10%, 2, 1", "10%, 300, 30", "10%, 301, 31", "100%, 7, 7", "3, 2, 3", "null, 300, 1"})
    void isRoundedUpAsTheDaemonSetControllerDoes(String says, int desired, int means) {
        assertThat(MaxUnavailable.of(daemonSet(says), desired)).isEqualTo(means);
    }

    /** With two nodes, the one that was away used up what may be unavailable, and the other one kept its old pod for ever. */
    @Test
    void aPodThatNothingEndsDoesNotKeepTheOthersFromBeingReplaced() {
        var daemonSet = daemonSet("10%");

        MaxUnavailable.raise(daemonSet, 2, 0);
        assertThat(daemonSet).isEqualTo(daemonSet("10%"));

        MaxUnavailable.raise(daemonSet, 2, 1);
        assertThat(MaxUnavailable.of(daemonSet, 2)).isEqualTo(2);
    }
}
