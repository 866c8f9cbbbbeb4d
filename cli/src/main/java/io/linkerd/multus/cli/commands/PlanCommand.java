// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.cli.cluster.Releases;
import io.linkerd.multus.cli.facts.NodeView;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.output.Progress;
import io.linkerd.multus.cli.output.Terminal;
import io.linkerd.multus.cli.plan.Plan;
import io.linkerd.multus.cli.plan.PlanJson;
import io.linkerd.multus.cli.plan.PlanText;
import io.linkerd.multus.contracts.names.ObjectNames;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what the controller would write. */
@Command(
        mixinStandardHelpOptions = true,
        name = "plan",
        description = {
            "Says what the controller would write now, as a diff.",
            "It goes by the release's own values, or by others in their place, and says which nodes lack the plugin, too. Objects are"
                    + " network attachments, and on OpenShift the bindings of SCCs and the policy controller's right; evictions, restarts,"
                    + " Linkerd's own values and Events are none. Nothing is written."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing would be written",
            "1:something would be written",
            "2:wrong options or values",
            "3:the cluster cannot be asked, or not for all that decides about it, and nothing would be written by what was seen"
        })
final class PlanCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final Map<String, String> environment;
    private final InputStream standardInput;

    @Mixin
    private ClusterOptions options = new ClusterOptions();

    @Mixin
    private PlanValues values = new PlanValues();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "plan for that namespace, and for no other (default: all)")
    private Optional<String> namespace = Optional.empty();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "text|json",
            description = "form of the output (default: text)")
    private String output = "text";

    PlanCommand(Terminal terminal, Map<String, String> environment) {
        this.terminal = terminal;
        this.environment = environment;
        this.standardInput = System.in;
    }

    @Override
    public Integer call() {
        boolean json = Words.oneOf("--output", output, List.of("text", "json")).equals("json");
        namespace.ifPresent(name -> Words.checked(name, ObjectNames.isLabel(name), "namespace"));
        var notes = new ArrayList<String>();
        var said = values.said(standardInput, notes::add);
        try (var progress = Progress.begin(terminal, environment);
                var cluster = Cluster.open(options.access(), progress::step)) {
            progress.step("looking at the release");
            var releases = new Releases(cluster);
            var release = releases.release();
            var rules = PlanValues.rules(release, said, options.linkerd(), notes::add);
            progress.step("looking at nodes");
            var nodes = releases.nodes(release.seen().orElse(ReleaseView.NONE));
            nodes.whyNot().ifPresent(words -> notes.add("what nodes lack is not known: " + words));
            var plan = new PlanGathering(cluster, rules, namespace, progress::step, notes).plan();
            print(plan, lacking(release, nodes), json);
            return code(plan, release);
        }
    }

    /** That nothing is to be written is said of what was looked at alone, and of the rules that the release goes by. */
    private static int code(Plan plan, Sight<ReleaseView> release) {
        if (!plan.writes().isEmpty()) {
            return Exit.WRONG;
        }
        return plan.whole() && !(release instanceof Sight.Failed) ? Exit.FINE : Exit.NO_CLUSTER;
    }

    /** Where the release has no installer, something else puts the plugin on nodes, and does not say where. */
    private static List<NodeView> lacking(Sight<ReleaseView> release, Sight<List<NodeView>> nodes) {
        return release.seen().flatMap(seen -> seen.part("installer")).isEmpty()
                ? List.of()
                : nodes.seen().orElse(List.of()).stream()
                        .filter(node -> !node.hasPlugin())
                        .toList();
    }

    private void print(Plan plan, List<NodeView> lacking, boolean json) {
        if (json) {
            terminal.out().println(PlanJson.of(plan, lacking).pretty());
        } else {
            PlanText.of(plan, lacking).forEach(terminal.out()::println);
        }
        terminal.out().flush();
    }
}
