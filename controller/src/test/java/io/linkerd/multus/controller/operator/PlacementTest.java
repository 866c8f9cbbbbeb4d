// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementTest {
    private static final String ENFORCE = "pod-security.kubernetes.io/enforce";

    @ParameterizedTest
    @ValueSource(strings = {"baseline", "restricted"})
    void saysHowToLetTheInstallerIn(String standard) {
        assertThat(Placement.trouble("mesh", Map.of(ENFORCE, standard)))
                .hasValueSatisfying(trouble -> assertThat(trouble.message())
                        .contains(standard)
                        .endsWith("kubectl label namespace mesh " + ENFORCE + "=privileged --overwrite"));
    }

    @Test
    void isContentWithANamespaceThatEnforcesNothing() {
        assertThat(Placement.trouble("mesh", Map.of())).isEmpty();
        assertThat(Placement.trouble("mesh", Map.of(ENFORCE, "privileged"))).isEmpty();
    }

    @Test
    void asksForANamespaceOfItsOwn() {
        assertThat(Placement.trouble("openshift-operators", Map.of()))
                .map(Trouble::reason)
                .contains("NamespaceShared");
    }
}
