// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class ManPageTest {
    @TempDir
    private Path folder;

    @Test
    void eachCommandThatIsShownHasAPage() throws Exception {
        var root = Root.commandLine(Map.of());

        assertThat(root.execute(ManPage.COMMAND, folder.resolve("man1").toString()))
                .isZero();

        assertThat(folder.resolve("man1").toFile().list())
                .contains("linkerd-multus.1", "linkerd-multus-check.1", "linkerd-multus-why.1")
                .noneMatch(name -> name.contains("_"));
        assertThat(Files.readString(folder.resolve("man1/linkerd-multus-check.1")))
                .startsWith(".TH \"LINKERD\\-MULTUS\\-CHECK\" 1 ")
                .contains(
                        "\nlinkerd\\-multus\\-check \\- Says what is wrong with this cluster's mesh, and what to do.\n")
                .contains(".B \\-n, \\-\\-namespace NAMESPACE", "table, short, json", ".SH EXIT STATUS")
                .doesNotContain("${", "%n");
        assertThat(Files.readString(folder.resolve("man1/linkerd-multus.1")))
                .contains(".B linkerd\\-multus\\-check(1)")
                .doesNotContain("_extension", "_man");
    }

    /** A line of roff that begins with a dot is a request, and a backslash begins an escape. */
    @Test
    void wordsAreNoRequests() {
        var spec = CommandSpec.create()
                .name("x")
                .addOption(OptionSpec.builder("-a").description(".so \\fB").build());

        assertThat(ManPage.of(spec, "1")).contains("\n\\&.so \\efB\n");
    }
}
