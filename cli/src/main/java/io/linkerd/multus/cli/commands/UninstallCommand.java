// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.cli.cluster.Releases;
import io.linkerd.multus.cli.manifests.Named;
import io.linkerd.multus.cli.output.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
            "2:Helm or the operator keeps the release",
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
            unready(cluster).ifPresent(terminal::complain);
            terminal.out().print(HEAD);
            found.forEach(object -> terminal.out().print(object.text()));
            terminal.out().flush();
            return Exit.FINE;
        }
    }

    /** A kind that Helm keeps belongs to a chart of its own, and stays. */
    private static List<Named> found(Cluster cluster) {
        var found = new ArrayList<Named>();
        for (var object : Named.toDelete()) {
            var kept = Kept.of(cluster, object);
            if (object.kind().equals("CustomResourceDefinition") && kept == Kept.BY_HELM) {
                continue;
            }
            kept.requireApplied(object, "helm uninstall takes its release away", "delete its LinkerdMultus");
            if (kept != Kept.NOT_THERE) {
                found.add(object);
            }
        }
        return List.copyOf(found);
    }

    private static Optional<String> unready(Cluster cluster) {
        return new Releases(cluster)
                .parts(Optional.of(Named.RELEASE)).seen().stream()
                        .flatMap(List::stream)
                        .filter(part -> part.kind().equals("DaemonSet") && part.ready() < part.desired())
                        .findFirst()
                        .map(part -> (part.desired() - part.ready()) + " of " + part.desired()
                                + " installers are not ready, and what their"
                                + " nodes have of the plugin would stay there: make them ready first (kubectl -n "
                                + Named.RELEASE
                                + " get pods -o wide), or install and uninstall once more when those nodes are back");
    }
}
