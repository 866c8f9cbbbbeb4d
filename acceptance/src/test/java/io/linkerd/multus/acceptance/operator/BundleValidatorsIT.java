// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.olm.OlmPrograms;
import io.linkerd.multus.localcluster.programs.Programs;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the programs of the trade say of the bundle and of the catalog: nothing that is not explained here. */
class BundleValidatorsIT {
    private static final Path OPENSHIFT = Path.of("..", "openshift");
    private static final Duration SOON = Duration.ofMinutes(2);

    private static final List<String> EXPLAINED = List.of(
            // The operator keeps the webhook's own, and that one by name alone.
            "RBAC includes permission to create/update poddisruptionbudgets",
            // Of the validator that it was told to run; the newer ones run beside it.
            "The \\\"operatorhub\\\" validator is deprecated");

    @Test
    void theBundleHasNoErrorAndNoUnexplainedWarning() throws Exception {
        var said = run(
                OlmPrograms.verify(operators()),
                "manifests",
                "--operatorhub_validate",
                "--object_validate",
                OPENSHIFT.resolve("bundle/manifests").toString());

        System.out.println(said.output() + said.errors());
        // It ends well whatever it found.
        assertThat((said.output() + said.errors()).lines())
                .isNotEmpty()
                .allMatch(line -> EXPLAINED.stream().anyMatch(line::contains));
    }

    @Test
    void theCatalogIsOne() throws Exception {
        var said = run(
                OlmPrograms.opm(operators()),
                "validate",
                OPENSHIFT.resolve("catalog").toString());

        assertThat(said.output() + said.errors()).isEmpty();
        assertThat(said.exitCode()).isZero();
    }

    private static Path operators() throws IOException, InterruptedException {
        return OlmPrograms.operators(LocalClusterExtension.project(), Progress.silent());
    }

    private static Programs.Outcome run(Path program, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        return Programs.plain().run(SOON, "", command);
    }
}
