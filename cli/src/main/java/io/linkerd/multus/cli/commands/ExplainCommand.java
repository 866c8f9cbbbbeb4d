// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.cli.cluster.Releases;
import io.linkerd.multus.cli.explain.ClusterSurroundings;
import io.linkerd.multus.cli.explain.Documents;
import io.linkerd.multus.cli.explain.Explain;
import io.linkerd.multus.cli.explain.Explanation;
import io.linkerd.multus.cli.explain.ExplanationJson;
import io.linkerd.multus.cli.explain.ExplanationText;
import io.linkerd.multus.cli.explain.PodSource;
import io.linkerd.multus.cli.explain.ReleaseRules;
import io.linkerd.multus.cli.explain.UnusableFile;
import io.linkerd.multus.cli.output.Terminal;
import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.names.ObjectNames;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what the webhook decides. */
@Command(
        mixinStandardHelpOptions = true,
        name = "explain",
        description = {
            "Says what the webhook decides on a pod, and why.",
            "That is whether the pod is admitted, with which changes and warnings. Of one that is still to be made, it says what comes"
                    + " of it as Linkerd's injector would leave it. Without the options for files it asks the cluster what is around the"
                    + " pod. What the API server, OpenShift or Multus make of it afterwards, why says. Nothing is written."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the webhook admits every pod",
            "1:it refuses one",
            "2:wrong options or files",
            "3:no way to the cluster"
        })
final class ExplainCommand implements Callable<Integer> {
    private static final String DEFAULT_NAMESPACE = "default";

    private final Terminal terminal;
    private final InputStream standardInput;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private ExplainOptions options = new ExplainOptions();

    @Parameters(
            arity = "0..1",
            paramLabel = "NAMESPACE/POD",
            description = "a pod of the cluster, or POD with -n NAMESPACE")
    private Optional<String> pod = Optional.empty();

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            description =
                    "YAML or JSON with pods or with what makes pods (Deployment, CronJob, ...); - is standard input; repeatable")
    private List<String> files = new ArrayList<>();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "namespace of the pods whose file names none")
    private Optional<String> namespace = Optional.empty();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "text|json",
            defaultValue = "text",
            description = "form of the output (default: text)")
    private String output = "text";

    ExplainCommand(Terminal terminal) {
        this(terminal, System.in);
    }

    ExplainCommand(Terminal terminal, InputStream standardInput) {
        this.terminal = terminal;
        this.standardInput = standardInput;
    }

    @Override
    public Integer call() {
        boolean json = Words.oneOf("--output", output, List.of("text", "json")).equals("json");
        if (pod.isPresent() != files.isEmpty()) {
            throw new UnusableInput("say which pod: either NAMESPACE/POD, or -f FILE");
        }
        namespace.ifPresent(name -> Words.checked(name, ObjectNames.isLabel(name), "namespace"));
        try {
            var explanations = options.asksNoCluster() ? fromFiles() : fromCluster();
            print(explanations, json);
            return explanations.stream().allMatch(Explanation::isAdmitted) ? Exit.FINE : Exit.WRONG;
        } catch (UnusableFile e) {
            throw new UnusableInput(GoText.printable(e.words()));
        }
    }

    private List<Explanation> fromFiles() throws UnusableFile {
        if (pod.isPresent()) {
            throw new UnusableInput("a pod of the cluster needs the cluster: leave out "
                    + options.whatForbidsTheCluster() + ", or give the pod as -f FILE");
        }
        var rules = options.rules(options.standard(cluster.linkerd()));
        var surroundings = options.surroundings(rules.scope(), standardInput);
        var explain = new Explain(surroundings, rules, options.constraints(surroundings), List.of());
        return explained(
                explain, sources(), namespace.or(surroundings::onlyNamespace).orElse(DEFAULT_NAMESPACE));
    }

    private List<Explanation> fromCluster() throws UnusableFile {
        options.checkForCluster();
        var sources = sources();
        try (var api = Cluster.open(cluster.access())) {
            var assumed = new ArrayList<String>();
            var current = Optional.ofNullable(api.client().getConfiguration().getNamespace())
                    .filter(name -> !name.isEmpty())
                    .orElse(DEFAULT_NAMESPACE);
            var surroundings = new ClusterSurroundings(api);
            if (pod.isPresent()) {
                sources = List.of(NamedPod.of(pod.get(), current, namespace).in(surroundings));
            }
            var rules = options.rules(
                    ReleaseRules.of(new Releases(api).release(), options.standard(cluster.linkerd()), assumed::add));
            return explained(
                    new Explain(surroundings, rules, options.constraints(), assumed),
                    sources,
                    namespace.orElse(current));
        }
    }

    private List<PodSource> sources() throws UnusableFile {
        var sources = new ArrayList<PodSource>();
        for (var file : files) {
            for (var document : Documents.read(file, standardInput)) {
                PodSource.of(document).ifPresent(sources::add);
            }
        }
        if (sources.isEmpty() && !files.isEmpty()) {
            throw new UnusableInput(String.join(", ", files) + ": nothing in it makes pods; " + PodSource.KINDS);
        }
        return sources;
    }

    private List<Explanation> explained(Explain explain, List<PodSource> sources, String preset) throws UnusableFile {
        var explanations = new ArrayList<Explanation>();
        for (var source : sources) {
            var place = source.namespace().orElse(preset);
            if (pod.isEmpty() && namespace.filter(said -> !said.equals(place)).isPresent()) {
                throw new UnusableInput(source.place() + ": " + source.object() + " is of namespace " + place
                        + ", and --namespace says " + namespace.get());
            }
            Words.checked(place, ObjectNames.isLabel(place), "namespace");
            explanations.add(explain.of(source, place));
        }
        return explanations;
    }

    private void print(List<Explanation> explanations, boolean json) {
        if (json) {
            terminal.out().println(ExplanationJson.of(explanations).pretty());
        } else {
            explanations.forEach(
                    each -> ExplanationText.of(each, terminal.look()).forEach(terminal.out()::println));
        }
        terminal.out().flush();
    }
}
