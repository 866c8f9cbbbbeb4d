// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.facts.WorkloadView;
import java.util.List;
import java.util.stream.Stream;

/** What Linkerd's control plane has to be like. */
final class LinkerdChecks {
    private static final String THERE = "Linkerd's control plane is there, and ready";
    private static final String CNI = "Linkerd was installed with cniEnabled";
    private static final String ALONE = "no other installer of Linkerd's plugin is beside ours";

    private LinkerdChecks() {}

    static Category of(Picture seen) {
        return new Category("linkerd", List.of(there(seen), cni(seen), alone(seen)));
    }

    /** {@return what there is to say before linkerd-multus is installed} Linkerd's control plane may come after it. */
    static Category before(Picture seen) {
        return new Category(
                "linkerd",
                Stream.of(there(seen), cni(seen)).map(Check::asWarning).toList());
    }

    private static Check there(Picture seen) {
        var hint = "linkerd-not-ready";
        var namespace = seen.linkerd().namespace();
        return Answers.of(THERE, hint, seen.linkerd().parts(), List.of(), parts -> {
            if (parts.isEmpty()) {
                return Check.wrong(
                        THERE,
                        "namespace " + namespace
                                + " has no Deployment of it\nInstall Linkerd with cniEnabled=true, or name its namespace:"
                                + " --linkerd-namespace.",
                        hint);
            }
            var unready = parts.stream()
                    .filter(part -> part.ready() < part.desired())
                    .map(WorkloadView::name)
                    .toList();
            return Answers.noneOf(
                    THERE,
                    hint,
                    unready,
                    "not ready",
                    OpenShiftChecks.whyNotReady(seen, unready)
                            .orElse("linkerd-multus why deployment/NAME -n " + namespace
                                    + " says why; so does linkerd check."));
        });
    }

    private static Check cni(Picture seen) {
        var hint = "cni-not-enabled";
        return switch (seen.linkerd().cniEnabled()) {
            case Sight.Seen<Boolean>(var enabled) when enabled -> Check.right(CNI, hint);
            case Sight.Seen<Boolean> _ ->
                Check.wrong(
                        CNI,
                        "its values (ConfigMap linkerd-config) do not say so, and its injector gives pods an init container that"
                                + " needs NET_ADMIN\nInstall or upgrade Linkerd's control plane with cniEnabled=true.",
                        hint);
            case Sight.Absent<Boolean> _ ->
                Check.warning(
                        CNI,
                        "not known: namespace " + seen.linkerd().namespace()
                                + " has no ConfigMap linkerd-config, in which Linkerd's charts keep their values\nNothing, where its"
                                + " meshed pods have no init container linkerd-init; where they have, give it cniEnabled=true.",
                        hint);
            case Sight.Denied<Boolean> _, Sight.Failed<Boolean> _ ->
                Answers.notSeen(CNI, hint, seen.linkerd().cniEnabled());
        };
    }

    private static Check alone(Picture seen) {
        var hint = "two-installers";
        return Answers.of(
                ALONE,
                hint,
                seen.linkerd().ownInstallers(),
                List.of(),
                others -> others.isEmpty() || seen.known().part("installer").isEmpty()
                        ? Check.right(ALONE, hint)
                        : Check.warning(
                                ALONE,
                                "DaemonSet "
                                        + Answers.few(others.stream()
                                                .map(other -> other.namespace() + "/" + other.name())
                                                .toList())
                                        + " of Linkerd's CNI chart writes the same files of the nodes\nTake one: installer.enabled=false, or"
                                        + " uninstall linkerd2-cni (global.linkerd.cniChart=Replace stands in for it).",
                                hint));
    }
}
