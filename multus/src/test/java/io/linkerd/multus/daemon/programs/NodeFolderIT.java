// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.delegates.HostRoot;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.ElfPrograms;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder of plugins below the node's root, as the daemon has it mounted. */
class NodeFolderIT {
    private static final String PROGRAM = "#!/bin/sh\necho new\n";

    @TempDir
    private Path root;

    private Path source;

    @BeforeEach
    void makeAnImage() throws IOException {
        source = Files.createDirectory(root.resolve("image"));
        Files.writeString(source.resolve("multus-shim"), PROGRAM);
    }

    /** kubelet started no pod where the node lacked the folder, and a folder that was made is one that no runtime looks into. */
    @Test
    void makesNoFolderThatTheNodeDoesNotHaveAndSaysWhichOne() throws Exception {
        var settings = new ProgramSettings(List.of("multus-shim", "macvlan"), List.of(source), root.resolve("bin"));

        assertThat(install(settings))
                .hasSize(2)
                .allSatisfy(outcome -> assertThat(outcome)
                        .isInstanceOfSatisfying(
                                ProgramOutcome.Missing.class,
                                missing -> assertThat(missing.reason())
                                        .startsWith("/bin is not there on the node")
                                        .contains("global.platform", "multus.binDir")));
        assertThat(root.resolve("bin")).doesNotExist();
    }

    /** Such as MicroK8s' and k3s' current; the daemon has the node's root elsewhere than at /. */
    @Test
    void linksOfTheNodeLeadWhereTheyLeadOnTheNode() throws Exception {
        Files.createDirectories(root.resolve("snap/7/bin"));
        Files.createSymbolicLink(root.resolve("snap/current"), Path.of("/snap/7"));
        var settings = new ProgramSettings(List.of("multus-shim"), List.of(source), root.resolve("snap/current/bin"));

        assertThat(install(settings)).containsExactly(new ProgramOutcome.InPlace("multus-shim"));
        assertThat(root.resolve("snap/7/bin/multus-shim")).hasContent(PROGRAM);
    }

    /** The list of the node's programs was read in the daemon's own root, where such a link leads elsewhere. */
    @Test
    void theNodesProgramsAreLookedForWhereItsLinksLead() throws Exception {
        Files.createDirectories(root.resolve("snap/7/bin"));
        Files.createSymbolicLink(root.resolve("snap/current"), Path.of("/snap/7"));
        Files.write(root.resolve("snap/7/bin/loopback"), ElfPrograms.statically(ElfPrograms.foreign()));
        Files.write(source.resolve("multus-shim"), ElfPrograms.statically(ElfPrograms.foreign()));
        var settings = new ProgramSettings(List.of("multus-shim"), List.of(source), root.resolve("snap/current/bin"));

        assertThat(install(settings)).containsExactly(new ProgramOutcome.InPlace("multus-shim"));
    }

    private List<ProgramOutcome> install(ProgramSettings settings) throws IOException {
        var files = new DurableFiles(FileCalls.ofTheSystem(), new Random(1));
        return new NodePrograms(settings, new HostRoot(root), files, Ownership.ofThisProcess()).install();
    }
}
