// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.cli.cluster.Looks;
import io.linkerd.multus.cli.cluster.NoCluster;
import io.linkerd.multus.cli.cluster.Releases;
import io.linkerd.multus.cli.manifests.Named;
import io.linkerd.multus.cli.output.Terminal;
import io.linkerd.multus.contracts.names.Linkerd;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints what is to be deleted. */
@Command(
        mixinStandardHelpOptions = true,
        name = "uninstall",
        description = {
            "Prints what kubectl delete -f - is to take away.",
            "First are the webhook's configurations, so that no pod is refused, then the installers' DaemonSet, which gives the nodes back,"
                    + " and the rest. Nothing is written."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it was printed",
            "1:there is nothing of it",
            "2:Helm or the operator keeps the release, or an installer is not ready",
            "3:the cluster cannot be asked"
        })
final class UninstallCommand implements Callable<Integer> {
    private static final String HEAD = """
            # For kubectl delete -f - , which waits until the namespace is gone. Every installer has to be ready before: one that is
            # not gives its node nothing back. LinkerdConfigs go with their kind; what they had written stays.
            """;

    private final Terminal terminal;

    @Mixin
    private ClusterOptions options = new ClusterOptions();

    @Option(names = "--force", description = "print it though installers are not ready: their nodes keep the plugin")
    private boolean force;

    UninstallCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try (var cluster = Cluster.open(options.access())) {
            var found = found(cluster);
            if (found.isEmpty()) {
                terminal.complain("nothing that install prints is in this cluster");
                return Exit.WRONG;
            }
            var unready = unready(cluster);
            var meshed = meshed(cluster);
            if (unready.isPresent() && !force) {
                throw new UnusableInput(unready.get() + meshed.map(" "::concat).orElse("")
                        + " Nothing is printed; --force prints it all the same.");
            }
            unready.ifPresent(terminal::complain);
            meshed.ifPresent(terminal::complain);
            terminal.out().print(HEAD);
            found.forEach(object -> terminal.out().print(object.text()));
            terminal.out().flush();
            return Exit.FINE;
        }
    }

    /** A kind that Helm keeps belongs to a chart of its own, and stays. */
    private List<Named> found(Cluster cluster) {
        var found = new ArrayList<Named>();
        for (var object : Named.toDelete()) {
            var kept = Kept.of(cluster, object);
            if (object.kind().equals("CustomResourceDefinition") && kept == Kept.BY_HELM) {
                continue;
            }
            if (object.kind().equals("CustomResourceDefinition") && kept == Kept.UNSEEN) {
                terminal.complain("CustomResourceDefinition " + object.name()
                        + " is left out: this user has no right to see whether Helm keeps it");
                continue;
            }
            kept.requireApplied(object, "helm uninstall takes its release away", "delete its LinkerdMultus");
            if (kept != Kept.NOT_THERE) {
                found.add(object);
            }
        }
        return List.copyOf(found);
    }

    /** Of those nodes the lists would go on naming the plugin, whose rights are gone. */
    private static Optional<String> unready(Cluster cluster) {
        var parts = new Releases(cluster).parts(Optional.of(Named.RELEASE));
        if (parts.whyNot().isPresent()) {
            return Optional.of("Whether every installer is ready cannot be told: "
                    + parts.whyNot().get() + ".");
        }
        return parts.seen().stream()
                .flatMap(List::stream)
                .filter(part -> part.kind().equals("DaemonSet") && part.ready() < part.desired())
                .findFirst()
                .map(
                        part -> (part.desired() - part.ready()) + " of " + part.desired()
                                + " installers are not ready: what their nodes have of the plugin would stay there, and no pod of"
                                + " them would start any more. Make them ready first (kubectl -n " + Named.RELEASE
                                + " get pods -o wide), or delete those nodes. Virtual nodes, as Fargate's, never start one, and have nothing of it.");
    }

    /** Linkerd's network validator is in those pods alone that need the plugin. */
    private static Optional<String> meshed(Cluster cluster) {
        var seen = NoCluster.unlessFailed(new Looks(cluster).meshedPods(Optional.empty()));
        if (seen.whyNot().isPresent()) {
            return seen.whyNot().map(why -> "How many pods are meshed by the plugin cannot be told: " + why + ".");
        }
        long pods = seen.seen().stream()
                .flatMap(List::stream)
                .filter(pod -> pod.containers().stream()
                        .anyMatch(container -> container.name().equals(Linkerd.NETWORK_VALIDATOR)))
                .count();
        return pods == 0
                ? Optional.empty()
                : Optional.of(
                        "Pods that are meshed by the plugin: " + pods + ". They run on, and those that follow them"
                                + " will not start: upgrade Linkerd with cniEnabled=false and restart their workloads first.");
    }
}
