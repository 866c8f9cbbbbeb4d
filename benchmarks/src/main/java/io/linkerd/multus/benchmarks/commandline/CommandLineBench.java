// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.commandline;

import io.linkerd.multus.benchmarks.bare.Nothing;
import io.linkerd.multus.benchmarks.controller.InhabitedCluster;
import io.linkerd.multus.benchmarks.controller.Population;
import io.linkerd.multus.benchmarks.figures.Baseline;
import io.linkerd.multus.benchmarks.figures.Comparison;
import io.linkerd.multus.benchmarks.figures.Report;
import io.linkerd.multus.benchmarks.figures.Series;
import io.linkerd.multus.benchmarks.workplace.Bench;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.localcluster.programs.Kubectl;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Compares the command line.
 *
 * @param rounds how often each question is asked
 * @param population of the cluster
 * @param environment may name the packaged program, which then is ours, and the one on the class path stands beside it
 */
public record CommandLineBench(Workplace place, int rounds, Population population, Map<String, String> environment)
        implements Bench {
    /** That something is wrong with the cluster. */
    private static final int WRONG = 1;

    /** Copies. */
    public CommandLineBench {
        environment = Map.copyOf(environment);
    }

    @Override
    public Report run() throws IOException, InterruptedException {
        var seen = new Comparison();
        var classPath = OurProgram.onClassPath(place.project());
        var launcher = OurProgram.launcher(environment);
        var nothing = OurProgram.jvm(
                place.project(),
                place.jar(place.directory("nothing"), Nothing.class).toString(),
                Nothing.class.getName());
        try (var cluster = InhabitedCluster.start(place, population)) {
            var kubectl = cluster.server().kubectl();
            var pod = MeshedPod.any(cluster.server().admin());
            for (var round = 1; round <= rounds; round++) {
                for (var question : Question.values()) {
                    var arguments = question.arguments(kubectl.kubeconfig(), pod);
                    ask(question, launcher.orElse(classPath), arguments, seen.ours());
                    if (launcher.isPresent()) {
                        ask(question, classPath, arguments, seen.of(Baseline.CLASS_PATH));
                    }
                    beside(question, kubectl, pod, nothing, seen);
                }
            }
        }
        return seen.report();
    }

    private void ask(Question question, List<String> program, List<String> arguments, Series series)
            throws IOException, InterruptedException {
        note(question, run(program, arguments).answered(WRONG, question.part()), series);
    }

    private void beside(Question question, Kubectl kubectl, MeshedPod pod, List<String> nothing, Comparison seen)
            throws IOException, InterruptedException {
        if (question.asksTheCluster()) {
            var program = List.of(kubectl.tools().resolve("kubectl").toString());
            var run = run(program, question.kubectl(kubectl.kubeconfig(), pod));
            note(question, run.answered(0, pod.namespace()), seen.of(Baseline.KUBECTL));
        } else {
            note(question, run(nothing, List.of()).answered(0, ""), seen.of(Baseline.BARE_JVM));
        }
    }

    private Run run(List<String> program, List<String> arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(program);
        command.addAll(arguments);
        return place.progress()
                .step(
                        arguments.isEmpty() ? "a bare JVM" : arguments.getFirst(),
                        () -> Run.of(place.directory("run"), command));
    }

    private static void note(Question question, Run run, Series series) {
        series.add(question.seconds(), run.seconds());
        series.addKibibytes(question.memory(), run.kibibytes());
    }
}
