// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import io.linkerd.multus.cli.facts.ControllerRules;
import io.linkerd.multus.cli.facts.KeptView;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniConfig;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import io.linkerd.multus.contracts.plans.attachments.AttachOperatorConfig;
import io.linkerd.multus.contracts.plans.attachments.HeldKubeconfig;
import io.linkerd.multus.contracts.plans.attachments.KubeconfigRollout;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which path of the plugin's kubeconfig attachments are to name: an earlier one, until nodes have the one that is asked for. */
public final class NamedPaths {
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private NamedPaths() {}

    /**
     * {@return the path that attachments go on naming; empty where they may name the one that is asked for}
     *
     * @param rollout tells how far the installers are, and is asked only where attachments name another path
     */
    public static Optional<String> held(
            ControllerRules rules, List<KeptView> attachments, Supplier<KubeconfigRollout> rollout) {
        var seen = attachments(rules, attachments, new Owner.None());
        var named = seen.namespaces().stream()
                .filter(namespace -> !seen.isTakenOver(namespace))
                .flatMap(namespace ->
                        seen.in(namespace) instanceof Seen.Own<String> own ? own.content().stream() : Stream.empty())
                .flatMap(config -> pathIn(config).stream())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return KubeconfigRollout.earlierPath(rules.cni().kubeconfigPath(), named)
                .flatMap(path -> HeldKubeconfig.at(path, 0).after(rollout.get(), 0, PATIENCE))
                .map(HeldKubeconfig::path);
    }

    static SeenObjects<String> attachments(ControllerRules rules, List<KeptView> attachments, Owner owner) {
        return new SeenObjects<>(
                attachments,
                Contents::config,
                view -> rules.adopts()
                        && !rules.excluded().has(view.namespace())
                        && AttachOperatorConfig.isLeftBehind(view.marks(), Contents.config(view)),
                rules.instance(),
                owner);
    }

    private static Optional<String> pathIn(String config) {
        return CniConfig.read(config) instanceof Result.Ok<CniConfig>(var good)
                ? good.kubeconfigPath()
                : Optional.empty();
    }
}
