// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.validators;

import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.olm.OlmPrograms;
import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.GoModule;
import io.linkerd.multus.localcluster.programs.GoTools;
import io.linkerd.multus.localcluster.programs.Programs;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Programs of the trade, each built where it is missing, and the definitions of other people's kinds that they look things up in. */
final class ValidatorPrograms {
    private static final Duration SOON = Duration.ofMinutes(2);

    private ValidatorPrograms() {}

    static Path root() {
        return LocalClusterExtension.project();
    }

    static Path kubeconform() throws IOException, InterruptedException {
        return tool("tools-kubeconform", "kubeconform", "").resolve("kubeconform");
    }

    static Path operatorSdk() throws IOException, InterruptedException {
        return tool("tools-operator-sdk", "operator-sdk", "containers_image_openpgp")
                .resolve("operator-sdk");
    }

    static Path chartTesting() throws IOException, InterruptedException {
        return tool("tools-chart-testing", "ct", "").resolve("ct");
    }

    /** {@return what chart-testing brings along: what it lints by} */
    static Path chartTestingFiles() throws IOException, InterruptedException {
        var folder = folder("tools-chart-testing");
        return go().filesOf(GoModule.program(folder, "ct"), "github.com/helm/chart-testing/v3");
    }

    /** {@return what reads values as Linkerd's injector does} */
    static Path yamlOracle() throws IOException, InterruptedException {
        var module = GoModule.program(folder("yamloracle"), "what reads Linkerd's values");
        return go().folder(module).resolve("yamloracle");
    }

    static Path operatorVerify() throws IOException, InterruptedException {
        return OlmPrograms.verify(OlmPrograms.operators(root(), Progress.silent()));
    }

    static Path opm() throws IOException, InterruptedException {
        return OlmPrograms.opm(OlmPrograms.operators(root(), Progress.silent()));
    }

    /** {@return Helm 4, which every cluster has too} */
    static Path helm() throws IOException, InterruptedException {
        return go().helm(root());
    }

    /** {@return files of a module that the local cluster is made of} */
    static Path ofCluster(String module, String required) throws IOException, InterruptedException {
        var folder = root().resolve("local-cluster/go").resolve(module);
        return go().filesOf(GoModule.program(folder, module), required);
    }

    /** {@return files of a module that nothing is built of} */
    static Path definitions(String required) throws IOException, InterruptedException {
        return go().filesOf(GoModule.program(folder("definitions"), "definitions"), required);
    }

    /** Asks one program, which is not run where it passed with the same before. */
    static void ask(
            Path program, List<String> arguments, List<Path> inputs, Explained explained, KeptAnswers.Judge judge)
            throws IOException, InterruptedException {
        kept().ask(
                        new Question(List.of(program), arguments, inputs, explained),
                        () -> run(Map.of(), program, arguments),
                        judge);
    }

    /** {@return what they said in earlier runs} */
    static KeptAnswers kept() {
        return new KeptAnswers(Cache.of(System.getenv()).validators(), InstantSource.system());
    }

    static Programs.Outcome run(Path program, String... arguments) throws IOException, InterruptedException {
        return run(Map.of(), program, List.of(arguments));
    }

    static Programs.Outcome run(Map<String, String> environment, Path program, List<String> arguments)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments);
        return new Programs(environment).run(SOON, "", command);
    }

    private static Path tool(String module, String title, String tags) throws IOException, InterruptedException {
        return go().folder(GoModule.tools(folder(module), title, tags));
    }

    private static Path folder(String module) {
        return root().resolve("acceptance/go/validators").resolve(module);
    }

    private static GoTools go() throws IOException, InterruptedException {
        return GoTools.of(Cache.of(System.getenv()), Progress.silent());
    }
}
