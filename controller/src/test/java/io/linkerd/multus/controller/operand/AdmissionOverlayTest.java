// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdmissionOverlayTest {
    private static final OperandSpec EXCLUDING = new OperandSpec(
            null, null, null, null, null, null, List.of("kube-system"), null, null, null, null, null, null);

    /** No spec says how the controller sees that API servers reach the webhook: with Fail it would have refused Leases. */
    @Test
    void whatIsSaidOfPodsIsNothingToTheControllersLease() {
        var selector = new LabelSelectorBuilder()
                .addToMatchLabels("kubernetes.io/metadata.name", "linkerd-multus")
                .build();
        var rendered = new MutatingWebhookConfigurationBuilder()
                .addNewWebhook()
                .withName("pods.multus.linkerd.io")
                .withFailurePolicy("Fail")
                .withTimeoutSeconds(5)
                .withNamespaceSelector(new LabelSelectorBuilder().build())
                .endWebhook()
                .addNewWebhook()
                .withName("reach.multus.linkerd.io")
                .withFailurePolicy("Ignore")
                .withTimeoutSeconds(2)
                .withNamespaceSelector(selector)
                .endWebhook()
                .build();
        var said = new OperandSpec.Webhook(2, null, null, null, "Fail", 30, null, null, null, null, null, null);
        var spec = new OperandSpec(
                null, null, null, null, null, null, List.of("kube-system"), null, null, null, null, null, said);

        var webhooks =
                new AdmissionOverlay(spec, "linkerd-multus").over(rendered).getWebhooks();

        assertThat(webhooks.get(0).getTimeoutSeconds()).isEqualTo(30);
        assertThat(webhooks.get(1)).isEqualTo(rendered.getWebhooks().get(1));
    }

    /** A kind without namespaces has no selector of them, which the list of excluded ones was laid over all the same. */
    @Test
    void excludedNamespacesAreNothingToAKindOfTheCluster() {
        var rendered = new ValidatingWebhookConfigurationBuilder()
                .addNewWebhook()
                .withName("linkerdconfigs.multus.linkerd.io")
                .withTimeoutSeconds(5)
                .endWebhook()
                .addNewWebhook()
                .withName("network-attachment-definitions.multus.linkerd.io")
                .withNewNamespaceSelector()
                .addNewMatchExpression()
                .withKey("kubernetes.io/metadata.name")
                .withOperator("NotIn")
                .withValues("linkerd-multus")
                .endMatchExpression()
                .endNamespaceSelector()
                .endWebhook()
                .build();

        var webhooks =
                new AdmissionOverlay(EXCLUDING, "linkerd-multus").over(rendered).getWebhooks();

        assertThat(webhooks.get(0).getNamespaceSelector()).isNull();
        assertThat(webhooks.get(0).getTimeoutSeconds()).isEqualTo(5);
        assertThat(webhooks.get(1)
                        .getNamespaceSelector()
                        .getMatchExpressions()
                        .getFirst()
                        .getValues())
                .containsExactly("linkerd-multus", "kube-system");
    }
}
