// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.networks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttachmentScopeTest {
    @Test
    void namesTheNamespaceWhereThePodIsElsewhere() {
        var shared = new AttachmentScope(true, "mesh");

        assertThat(shared.placeFor("shop")).isEqualTo("mesh");
        assertThat(shared.attach("", "shop")).isEqualTo(new NetworkSelectionChange.Attached("mesh/linkerd-cni"));
        assertThat(shared.attach("", "mesh")).isEqualTo(new NetworkSelectionChange.Attached("linkerd-cni"));
    }

    @Test
    void isThePodsOwnNamespaceOtherwise() {
        var scope = AttachmentScope.PER_NAMESPACE;

        assertThat(scope.placeFor("shop")).isEqualTo("shop");
        assertThat(scope.attach("", "shop")).isEqualTo(new NetworkSelectionChange.Attached("linkerd-cni"));
    }

    /** Without Multus, or beside it: the runtime calls the plugin, and a network besides would run it twice. */
    @Test
    void attachesNothingWhereTheRuntimeCallsThePlugin() {
        assertThat(AttachmentScope.NONE.attaches()).isFalse();
        assertThat(AttachmentScope.NONE.shared()).isFalse();
        assertThat(AttachmentScope.NONE.attach("", "shop")).isEqualTo(new NetworkSelectionChange.NotNeeded());
        assertThat(AttachmentScope.NONE.attach("[{", "shop")).isEqualTo(new NetworkSelectionChange.NotNeeded());
        assertThat(AttachmentScope.PER_NAMESPACE.attaches()).isTrue();
    }

    /** A pod that replicas of the webhook with different scopes had reviewed referred to both. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true  | linkerd-cni              | linkerd-cni",
                "true  | a, shop/linkerd-cni@eth7 | a, shop/linkerd-cni@eth7",
                "true  | linkerd-cni,,a           | linkerd-cni,a",
                "true  | other/linkerd-cni        | other/linkerd-cni,mesh/linkerd-cni",
                "true  | [{\"name\":\"linkerd-cni\"}] | [{\"name\":\"linkerd-cni\"}]",
                "false | mesh/linkerd-cni         | mesh/linkerd-cni",
                "false | other/linkerd-cni        | other/linkerd-cni,linkerd-cni",
                "false | linkerd-cni              | linkerd-cni"
            })
    void attachesNoPodTwiceThatIsAttachedAsTheOtherScopeHasIt(boolean shared, String networks, String expected) {
        var change = new AttachmentScope(shared, "mesh").attach(networks, "shop");

        assertThat(change)
                .isEqualTo(
                        networks.equals(expected)
                                ? new NetworkSelectionChange.AlreadyAttached()
                                : new NetworkSelectionChange.Attached(expected));
    }

    @Test
    void isInNothingThatCannotBeANamespace() {
        assertThatThrownBy(() -> new AttachmentScope(true, "a.b")).hasMessageContaining("a.b");
    }
}
