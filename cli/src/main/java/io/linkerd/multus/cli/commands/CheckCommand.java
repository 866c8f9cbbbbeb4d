// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.checks.Checks;
import io.linkerd.multus.cli.checks.Picture;
import io.linkerd.multus.cli.checks.Report;
import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.cli.cluster.NoCluster;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.output.Progress;
import io.linkerd.multus.cli.output.Terminal;
import io.linkerd.multus.cli.product.Product;
import io.linkerd.multus.cli.rendering.Form;
import io.linkerd.multus.contracts.names.ObjectNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** Asks everything. */
@Command(
        mixinStandardHelpOptions = true,
        name = "check",
        description = {
            "Says what is wrong with this cluster's mesh, and what to do.",
            "The checks are in the order in which what they ask for comes true: the first that is wrong is the cause of others."
                    + " Options that are not known are ignored, since Linkerd's own check passes on what it was called with."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:nothing is wrong", "1:something is wrong", "2:wrong options", "3:the cluster cannot be asked"
        })
final class CheckCommand implements Callable<Integer> {
    private static final Pattern PLAIN_NAME = Pattern.compile("(--)?[a-z0-9][-a-z0-9.]{0,62}");

    private final Terminal terminal;
    private final Map<String, String> environment;

    @Mixin
    private ClusterOptions options = new ClusterOptions();

    @Option(names = "--pre", description = "check what has to be so before linkerd-multus is installed")
    private boolean before;

    @Option(names = "--proxy", description = "check namespaces and pods alone")
    private boolean dataPlane;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "look at that namespace, and at no other (default: all)")
    private Optional<String> namespace = Optional.empty();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            description = "one of: ${COMPLETION-CANDIDATES} (default: table)")
    private Form form = Form.TABLE;

    @Option(
            names = "--wait",
            paramLabel = "DURATION",
            converter = GoDuration.class,
            description =
                    "for how long to check again while all that is wrong may pass by itself, as in 5m (default: once)")
    private Duration wait = Duration.ZERO;

    @Unmatched
    private List<String> ignored = new ArrayList<>();

    CheckCommand(Terminal terminal, Map<String, String> environment) {
        this.terminal = terminal;
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        namespace.ifPresent(name -> Words.checked(name, ObjectNames.isLabel(name), "namespace"));
        ignored.stream().findFirst().filter(_ -> form != Form.JSON).ifPresent(this::tellIgnored);
        var product = Product.built();
        var report = report(product);
        terminal.out().print(form.of(report, terminal.look(), product));
        terminal.out().flush();
        return report.isSuccess() ? Exit.FINE : Exit.WRONG;
    }

    /** Linkerd calls by JSON, and shows what stands on stderr as an error. What is no name may be a secret. */
    private void tellIgnored(String word) {
        var name = word.startsWith("--") ? word.substring(0, (word + "=").indexOf('=')) : word;
        terminal.complain("ignored, since check does not know it: "
                + (PLAIN_NAME.matcher(name).matches() ? name : "an argument")
                + (ignored.size() > 1 ? ", the first of " + ignored.size() : "")
                + " (for one namespace alone there is --namespace)");
    }

    private Report report(Product product) throws InterruptedException {
        long begun = System.nanoTime();
        long end = begun + wait.toNanos();
        try (var progress = Progress.begin(terminal, environment);
                var cluster = Cluster.open(options.access(), progress::step)) {
            var gathering =
                    new Gathering(cluster, options.linkerd(), namespace, product.version(), true, progress::step);
            var report = judged(gathering.picture());
            var pauses = Pauses.after(Duration.ofNanos(System.nanoTime() - begun));
            while (!report.isSuccess() && report.mayPass() && end - System.nanoTime() > Pauses.LEAST.toNanos()) {
                progress.step("something is wrong yet; looking again");
                Thread.sleep(pauses.within(Duration.ofNanos(end - System.nanoTime())));
                begun = System.nanoTime();
                report = again(gathering, report, end);
                pauses = pauses.next(Duration.ofNanos(System.nanoTime() - begun));
            }
            return report;
        }
    }

    /** While something comes up, so may the API server: that it is away for a while ends no waiting. */
    private Report again(Gathering gathering, Report before, long end) {
        try {
            return judged(gathering.picture());
        } catch (NoCluster e) {
            if (end - System.nanoTime() <= Pauses.LEAST.toNanos()) {
                throw e;
            }
            return before;
        }
    }

    private Report judged(Picture seen) {
        if (before) {
            return Checks.before(seen);
        }
        if (namespace.isPresent() && seen.namespaces() instanceof Sight.Absent) {
            // Of what is not there everything would be right.
            throw new UnusableInput("there is no namespace " + namespace.get());
        }
        return dataPlane ? Checks.dataPlane(seen) : Checks.all(seen);
    }
}
