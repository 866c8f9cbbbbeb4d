// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.networks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AttachmentScopeTest {
    @Test
    void namesTheNamespaceWhereThePodIsElsewhere() {
        var shared = new AttachmentScope(true, "mesh");

        assertThat(shared.placeFor("shop")).isEqualTo("mesh");
        assertThat(NetworkSelection.attach("", shared.reference(), "shop"))
                .isEqualTo(new NetworkSelectionChange.Attached("mesh/linkerd-cni"));
        assertThat(NetworkSelection.attach("", shared.reference(), "mesh"))
                .isEqualTo(new NetworkSelectionChange.Attached("linkerd-cni"));
    }

    @Test
    void isThePodsOwnNamespaceOtherwise() {
        var scope = AttachmentScope.PER_NAMESPACE;

        assertThat(scope.placeFor("shop")).isEqualTo("shop");
        assertThat(NetworkSelection.attach("", scope.reference(), "shop"))
                .isEqualTo(new NetworkSelectionChange.Attached("linkerd-cni"));
    }

    @Test
    void isInNothingThatCannotBeANamespace() {
        assertThatThrownBy(() -> new AttachmentScope(true, "a.b")).hasMessageContaining("a.b");
    }
}
