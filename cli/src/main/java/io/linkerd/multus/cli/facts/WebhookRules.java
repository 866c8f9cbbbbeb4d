// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.contracts.admission.pods.Severity;
import io.linkerd.multus.contracts.names.ObjectNames;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The rules for pods that a webhook goes by, from the environment of its Deployment. */
public final class WebhookRules {
    private static final String PREFIX = "LINKERD_MULTUS_";

    private final Map<String, String> environment;
    private final Consumer<String> assumed;

    private WebhookRules(Map<String, String> environment, Consumer<String> assumed) {
        this.environment = environment;
        this.assumed = assumed;
    }

    /** {@return the rules of a webhook with that environment} What cannot be read is as the standard has it. */
    public static PodRules of(Map<String, String> environment, PodRules standard, Consumer<String> assumed) {
        var rules = new WebhookRules(environment, assumed);
        return new PodRules(
                rules.read("CONTROL_PLANE_NAMESPACE", standard.controlPlaneNamespace(), WebhookRules::namespace),
                new AttachmentScope(
                        rules.read("ATTACHMENT_SCOPE", standard.scope().kind(), WebhookRules::scope),
                        rules.read("ATTACHMENT_NAMESPACE", standard.scope().namespace(), WebhookRules::namespace)),
                rules.read("PROXY_UID_STRATEGY", standard.strategy(), ProxyUidStrategy::read),
                rules.read("ON_IMPOSSIBLE", standard.onImpossible(), Severity::read),
                rules.read("ON_USER_NAMESPACE", standard.onUserNamespace(), Severity::read));
    }

    private <T> T read(String name, T standard, Function<String, Result<T>> reader) {
        var text = Optional.ofNullable(environment.get(PREFIX + name)).filter(value -> !value.isEmpty());
        return text.map(reader)
                .map(result -> result.orElse(reason -> {
                    assumed.accept("the webhook's variable " + PREFIX + name + " is unset: its value " + text.orElse("")
                            + " " + reason);
                    return standard;
                }))
                .orElse(standard);
    }

    private static Result<String> namespace(String name) {
        return ObjectNames.isLabel(name) ? new Result.Ok<>(name) : new Result.Not<>("must be the name of a namespace");
    }

    /** {@return where the attachments are, of a name as settings have it; the reason of a refusal follows the name in a sentence} */
    public static Result<AttachmentScope.Kind> scope(String name) {
        return Arrays.stream(AttachmentScope.Kind.values())
                .filter(kind -> word(kind).equalsIgnoreCase(name))
                .findFirst()
                .<Result<AttachmentScope.Kind>>map(Result.Ok::new)
                .orElseGet(() -> new Result.Not<>("must be one of "
                        + Arrays.stream(AttachmentScope.Kind.values())
                                .map(WebhookRules::word)
                                .collect(Collectors.joining(", "))));
    }

    private static String word(AttachmentScope.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
