// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.delegates.HostRoot;
import io.linkerd.multus.service.files.BrittleFileCalls;
import io.linkerd.multus.service.files.BrittleFileCalls.Fate;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.ElfPrograms;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeProgramsIT {
    private static final String OLD = "#!/bin/sh\necho old\n";
    private static final String NEW = "#!/bin/sh\necho new\n";

    @TempDir
    private Path root;

    private Path source;
    private Path plugins;
    private Path target;

    @BeforeEach
    void makeFolders() throws IOException {
        source = Files.createDirectory(root.resolve("image"));
        plugins = Files.createDirectory(root.resolve("plugins"));
        target = Files.createDirectory(root.resolve("bin"));
        Files.writeString(source.resolve("multus-shim"), NEW);
    }

    @Test
    void putsAProgramThereThatAllMayRun() throws Exception {
        assertThat(install(FileCalls.ofTheSystem())).containsExactly(new ProgramOutcome.InPlace("multus-shim"));

        var shim = target.resolve("multus-shim");
        assertThat(shim).hasContent(NEW);
        assertThat(Files.getPosixFilePermissions(shim)).isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(target).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void leavesAProgramAloneThatHasTheSameBytes() throws Exception {
        install(FileCalls.ofTheSystem());
        var before = Files.getAttribute(target.resolve("multus-shim"), "unix:ino");

        install(FileCalls.ofTheSystem());

        assertThat(Files.getAttribute(target.resolve("multus-shim"), "unix:ino"))
                .isEqualTo(before);
    }

    @Test
    void aProgramThatLostItsModeIsPutThereAgain() throws Exception {
        install(FileCalls.ofTheSystem());
        Files.setPosixFilePermissions(target.resolve("multus-shim"), PosixFilePermissions.fromString("rw-r--r--"));

        install(FileCalls.ofTheSystem());

        assertThat(target.resolve("multus-shim")).isExecutable();
    }

    @Test
    void aProgramThatRunsIsReplacedWithoutTextFileBusy() throws Exception {
        Files.copy(Path.of("/bin/cat"), target.resolve("multus-shim"));
        var running = new ProcessBuilder(target.resolve("multus-shim").toString()).start();
        try {
            assertThat(install(FileCalls.ofTheSystem())).containsExactly(new ProgramOutcome.InPlace("multus-shim"));
            assertThat(target.resolve("multus-shim")).hasContent(NEW);
            try (var toProgram = running.getOutputStream()) {
                toProgram.write("still here".getBytes(StandardCharsets.UTF_8));
            }
            assertThat(running.inputReader().readLine()).isEqualTo("still here");
            assertThat(running.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            running.destroyForcibly();
        }
    }

    @Test
    void aLinkOfTheImageIsFollowedAndOneOfTheNodeReplaced() throws Exception {
        Files.createSymbolicLink(target.resolve("bridge"), Path.of("/bin/true"));
        Files.createSymbolicLink(source.resolve("bridge"), Path.of("multus-shim"));

        install(FileCalls.ofTheSystem(), "bridge");

        assertThat(target.resolve("bridge")).isRegularFile().hasContent(NEW);
        assertThat(Files.isSymbolicLink(target.resolve("bridge"))).isFalse();
    }

    @Test
    void whatTheImageHasNotIsMissingAndTheOthersArePutThere() throws Exception {
        assertThat(install(FileCalls.ofTheSystem(), "none", "multus-shim"))
                .satisfiesExactly(
                        none -> assertThat(none).isInstanceOf(ProgramOutcome.Missing.class),
                        shim -> assertThat(shim).isEqualTo(new ProgramOutcome.InPlace("multus-shim")));
    }

    /** It was put there, the daemon was ready, and each pod's start failed with "exec format error". */
    @Test
    void aProgramForAnotherArchitectureIsNotPutThere() throws Exception {
        Files.write(source.resolve("multus-shim"), ElfPrograms.statically(ElfPrograms.foreign()));

        assertThat(install(FileCalls.ofTheSystem()))
                .singleElement()
                .isInstanceOfSatisfying(
                        ProgramOutcome.Missing.class,
                        missing -> assertThat(missing.reason()).contains("multus-shim is a program for "));
        assertThat(target.resolve("multus-shim")).doesNotExist();

        Files.writeString(target.resolve("multus-shim"), OLD);
        assertThat(install(FileCalls.ofTheSystem())).singleElement().isInstanceOf(ProgramOutcome.Outdated.class);
        assertThat(target.resolve("multus-shim")).hasContent(OLD);
    }

    /** It was outdated, so that the daemon started and configured the runtime for a shim that could not run. */
    @Test
    void theSameWrongProgramOfAnEarlierReleaseIsNoneEither() throws Exception {
        Files.write(source.resolve("multus-shim"), ElfPrograms.statically(ElfPrograms.foreign()));
        Files.write(target.resolve("multus-shim"), ElfPrograms.statically(ElfPrograms.foreign()));

        assertThat(install(FileCalls.ofTheSystem())).singleElement().isInstanceOf(ProgramOutcome.Missing.class);
    }

    /** The disk was full, and the program of another architecture that could not be replaced passed for an old one. */
    @Test
    void aForeignProgramThatCannotBeReplacedIsNone() throws Exception {
        Files.write(target.resolve("multus-shim"), ElfPrograms.statically(ElfPrograms.foreign()));
        var full = new BrittleFileCalls(1, new Fate.Failures(() -> new IOException("No space left on device")));

        assertThat(install(full)).singleElement().isInstanceOf(ProgramOutcome.Missing.class);
    }

    @Test
    void theOldProgramStaysWhereTheNewOneCannotBeWritten() throws Exception {
        Files.writeString(target.resolve("multus-shim"), OLD);

        var full = new BrittleFileCalls(1, new Fate.Failures(() -> new IOException("No space left on device")));

        assertThat(install(full)).singleElement().isInstanceOf(ProgramOutcome.Outdated.class);
        assertThat(target.resolve("multus-shim")).hasContent(OLD);
    }

    @Test
    void theRuntimeFindsAWholeProgramWhereverTheDaemonIsKilled() throws Exception {
        boolean more = true;
        for (int call = 1; more; call++) {
            Files.writeString(target.resolve("multus-shim"), OLD);
            var calls = new BrittleFileCalls(call, new Fate.Death());
            try {
                install(calls);
            } catch (BrittleFileCalls.Killed _) {
                assertThat(calls.cameToIt()).isTrue();
            }
            more = calls.cameToIt();
            assertThat(Files.readString(target.resolve("multus-shim"))).isIn(OLD, NEW);

            install(FileCalls.ofTheSystem());

            assertThat(target.resolve("multus-shim")).hasContent(NEW).isExecutable();
            assertThat(target).isDirectoryNotContaining("glob:**.tmp");
        }
    }

    @Test
    void takesAProgramFromTheFirstFolderThatHasIt() throws Exception {
        Files.writeString(plugins.resolve("macvlan"), NEW);
        Files.writeString(plugins.resolve("multus-shim"), OLD);

        assertThat(install(FileCalls.ofTheSystem(), "multus-shim", "macvlan"))
                .containsExactly(new ProgramOutcome.InPlace("multus-shim"), new ProgramOutcome.InPlace("macvlan"));

        assertThat(target.resolve("macvlan")).hasContent(NEW).isExecutable();
        assertThat(target.resolve("multus-shim")).hasContent(NEW);
    }

    private List<ProgramOutcome> install(FileCalls calls, String... names) throws IOException {
        var settings = new ProgramSettings(
                names.length == 0 ? List.of("multus-shim") : List.of(names), List.of(source, plugins), target);
        var files = new DurableFiles(calls, new Random(1));
        return new NodePrograms(settings, new HostRoot(Path.of("/")), files, Ownership.ofThisProcess()).install();
    }
}
