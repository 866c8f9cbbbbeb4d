// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.contracts.admission.pods.Severity;
import io.linkerd.multus.contracts.names.ObjectNames;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules for pods that a release's webhook goes by, from the environment of its Deployment. */
public final class ReleaseRules {
    private static final String PREFIX = "LINKERD_MULTUS_";
    private static final String WEBHOOK = "app.kubernetes.io/name=webhook,app.kubernetes.io/part-of=linkerd-multus";

    private final Map<String, String> environment;
    private final Consumer<String> assumed;

    private ReleaseRules(Map<String, String> environment, Consumer<String> assumed) {
        this.environment = environment;
        this.assumed = assumed;
    }

    /** A webhook and its environment. */
    private record Webhook(String name, Map<String, String> environment) {}

    /** {@return the rules of the cluster's release; of the chart, where they cannot be seen} */
    public static PodRules of(Cluster cluster, PodRules standard, Consumer<String> assumed) {
        var sight = cluster.list(
                "list deployments in all namespaces",
                options -> cluster.client()
                        .apps()
                        .deployments()
                        .inAnyNamespace()
                        .list(new ListOptionsBuilder(options).withLabelSelector(WEBHOOK).build()),
                (Deployment deployment) -> Stream.of(webhook(deployment)));
        var webhooks = sight.seen().orElse(List.of());
        if (webhooks.isEmpty()) {
            assumed.accept("the webhook goes by the chart's standard values: "
                    + sight.whyNot().orElse("the cluster has no Deployment of linkerd-multus' webhook"));
            return standard;
        }
        var first = webhooks.getFirst();
        if (webhooks.size() > 1) {
            assumed.accept("of " + webhooks.size() + " webhooks it is that of Deployment " + first.name());
        }
        return of(first.environment(), standard, assumed);
    }

    private static Webhook webhook(Deployment deployment) {
        var environment = new HashMap<String, String>();
        for (var container : deployment.getSpec().getTemplate().getSpec().getContainers()) {
            container.getEnv().stream()
                    .filter(variable -> variable.getValue() != null)
                    .forEach((EnvVar variable) -> environment.putIfAbsent(variable.getName(), variable.getValue()));
        }
        var metadata = deployment.getMetadata();
        return new Webhook(metadata.getNamespace() + "/" + metadata.getName(), environment);
    }

    /** {@return the rules of a webhook with that environment} What cannot be read is as the standard has it. */
    static PodRules of(Map<String, String> environment, PodRules standard, Consumer<String> assumed) {
        var rules = new ReleaseRules(environment, assumed);
        return new PodRules(
                rules.read("CONTROL_PLANE_NAMESPACE", standard.controlPlaneNamespace(), ReleaseRules::namespace),
                new AttachmentScope(
                        rules.read("ATTACHMENT_SCOPE", standard.scope().kind(), ReleaseRules::scope),
                        rules.read("ATTACHMENT_NAMESPACE", standard.scope().namespace(), ReleaseRules::namespace)),
                rules.read("PROXY_UID_STRATEGY", standard.strategy(), ProxyUidStrategy::read),
                rules.read("ON_IMPOSSIBLE", standard.onImpossible(), Severity::read),
                rules.read("ON_USER_NAMESPACE", standard.onUserNamespace(), Severity::read));
    }

    private <T> T read(String name, T standard, Function<String, Result<T>> reader) {
        var text = Optional.ofNullable(environment.get(PREFIX + name)).filter(value -> !value.isEmpty());
        return text.map(reader)
                .map(result -> result.orElse(reason -> {
                    assumed.accept(
                            "the webhook's variable " + PREFIX + name + " is unset: its value " + text.orElse("") + " " + reason);
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
                                .map(ReleaseRules::word)
                                .collect(Collectors.joining(", "))));
    }

    private static String word(AttachmentScope.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
