// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NamedTest {
    /** What lies in no namespace of ours does not go with it. */
    @Test
    void nothingIsForgottenThatDoesNotGoWithTheNamespace() {
        var all = Stream.of(Rendering.values())
                .flatMap(one -> one.objects().stream())
                .toList();

        assertThat(Named.toDelete())
                .doesNotHaveDuplicates()
                .containsAll(all.stream()
                        .filter(object -> object.namespace().isEmpty())
                        .toList())
                .extracting(Named::kind)
                .contains("Namespace", "CustomResourceDefinition", "SecurityContextConstraints", "ClusterRoleBinding")
                .startsWith("MutatingWebhookConfiguration", "ValidatingWebhookConfiguration");
    }

    @Test
    void liesWhereTheApiServerHasIt() {
        assertThat(new Named("networking.k8s.io/v1", "NetworkPolicy", "a", "b").path())
                .isEqualTo("/apis/networking.k8s.io/v1/namespaces/a/networkpolicies/b");
        assertThat(new Named("security.openshift.io/v1", "SecurityContextConstraints", "", "b").path())
                .isEqualTo("/apis/security.openshift.io/v1/securitycontextconstraints/b");
        assertThat(new Named("v1", "Namespace", "", "b").path()).isEqualTo("/api/v1/namespaces/b");
    }
}
