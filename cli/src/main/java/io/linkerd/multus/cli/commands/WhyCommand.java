// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.chain.Chain;
import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.cli.cluster.Looks;
import io.linkerd.multus.cli.cluster.Makers;
import io.linkerd.multus.cli.cluster.NoCluster;
import io.linkerd.multus.cli.cluster.Releases;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.output.Terminal;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Walks to the first thing that is wrong with a pod. */
@Command(
        mixinStandardHelpOptions = true,
        name = "why",
        description = {
            "Says why a pod is not meshed, or does not start.",
            "Walks from the annotation of its namespace to its ready containers, to the first thing that is wrong."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing is wrong",
            "1:something is wrong",
            "2:wrong options, or nothing of that name",
            "3:the cluster cannot be asked"
        })
final class WhyCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private ClusterOptions options = new ClusterOptions();

    @Parameters(
            paramLabel = "NAMESPACE/POD",
            description = "the pod; or KIND/NAME of what makes it, as in deployment/web, with --namespace")
    private String target = "";

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "namespace of KIND/NAME (default: the kubeconfig's)")
    private Optional<String> namespace = Optional.empty();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            description = "one of: ${COMPLETION-CANDIDATES} (default: tree)")
    private Form form = Form.TREE;

    /** How the chain is shown. */
    enum Form {
        /** For people. */
        TREE,
        /** For programs. */
        JSON;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    WhyCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try (var cluster = Cluster.open(options.access())) {
            var releases = new Releases(cluster);
            var release = NoCluster.unlessFailed(releases.release()).seen().orElse(ReleaseView.NONE);
            var cases = new Cases(new Looks(cluster), releases, release, options.linkerd());
            var usual = Objects.requireNonNullElse(cluster.client().getNamespace(), "default");
            var worst = new Asked(cases, new Makers(cluster)).worst(Target.of(target, usual, namespace));
            var chain = Chain.of(worst);
            var shown = new ChainText(terminal);
            switch (form) {
                case TREE -> shown.tree(worst.pod(), chain);
                case JSON -> shown.json(worst.pod(), chain);
            }
            return chain.cause().isPresent() ? Exit.WRONG : Exit.FINE;
        }
    }
}
