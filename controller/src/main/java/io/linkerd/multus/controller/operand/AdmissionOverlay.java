// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What is laid over the webhook's configurations: which requests come to it, and what becomes of those that it does not answer. */
record AdmissionOverlay(OperandSpec spec, String namespace) {
    private static final String NOT_OF_OPENSHIFT = "not-a-namespace-of-openshift";

    /** Of the webhook by which the controller sees that API servers reach it no spec says anything. */
    MutatingWebhookConfiguration over(MutatingWebhookConfiguration rendered) {
        return new MutatingWebhookConfigurationBuilder(rendered)
                .withWebhooks(rendered.getWebhooks().stream()
                        .map(webhook -> webhook.getName().equals(LinkerdMultus.REACH_WEBHOOK) ? webhook : over(webhook))
                        .toList())
                .build();
    }

    /** When no replica answers, NetworkAttachmentDefinitions and LinkerdConfigs are let through in any case. */
    ValidatingWebhookConfiguration over(ValidatingWebhookConfiguration rendered) {
        return new ValidatingWebhookConfigurationBuilder(rendered)
                .withWebhooks(rendered.getWebhooks().stream().map(this::over).toList())
                .build();
    }

    private MutatingWebhook over(MutatingWebhook rendered) {
        var webhook = spec.webhookOrNone();
        return new MutatingWebhookBuilder(rendered)
                .withNamespaceSelector(selector(rendered.getNamespaceSelector()))
                .withMatchConditions(conditions(rendered.getMatchConditions()))
                .withFailurePolicy(Optional.ofNullable(webhook.failurePolicy()).orElse(rendered.getFailurePolicy()))
                .withTimeoutSeconds(timeout(rendered.getTimeoutSeconds()))
                .build();
    }

    private ValidatingWebhook over(ValidatingWebhook rendered) {
        return new ValidatingWebhookBuilder(rendered)
                .withNamespaceSelector(Optional.ofNullable(rendered.getNamespaceSelector())
                        .map(this::selector)
                        .orElse(null))
                .withMatchConditions(conditions(rendered.getMatchConditions()))
                .withTimeoutSeconds(timeout(rendered.getTimeoutSeconds()))
                .build();
    }

    private Integer timeout(Integer rendered) {
        return Optional.ofNullable(spec.webhookOrNone().timeoutSeconds()).orElse(rendered);
    }

    private LabelSelector selector(LabelSelector rendered) {
        return Optional.ofNullable(spec.excludedNamespaces())
                .map(excluded -> new LabelSelectorBuilder(rendered)
                        .withMatchExpressions(rendered.getMatchExpressions().stream()
                                .map(expression -> new LabelSelectorRequirementBuilder(expression)
                                        .withValues(Stream.concat(Stream.of(namespace), excluded.stream())
                                                .distinct()
                                                .toList())
                                        .build())
                                .toList())
                        .build())
                .orElse(rendered);
    }

    /** Selectors have no prefixes, so there is a condition of its own for them. */
    private List<MatchCondition> conditions(List<MatchCondition> rendered) {
        return rendered.stream()
                .filter(condition -> !condition.getName().equals(NOT_OF_OPENSHIFT)
                        || !Boolean.FALSE.equals(spec.excludeOpenShiftNamespaces()))
                .toList();
    }
}
