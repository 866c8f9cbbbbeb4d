// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProgramImageTest {
    @TempDir
    private Path folder;

    /** A program's bytes, of which a record must have no array. */
    interface Bytes {
        byte[] get();
    }

    /** @param problem how what is said of it begins; empty where it can be run here */
    record Case(String name, Bytes bytes, String problem) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() throws Exception {
        var dynamic = ElfPrograms.dynamically();
        var statically = ElfPrograms.statically(ElfPrograms.own());
        return Stream.of(
                new Case("a program that is linked at its start", () -> dynamic, ""),
                new Case("a program that is linked statically", () -> statically, ""),
                new Case("a script", () -> "#!/bin/sh\n".getBytes(UTF_8), ""),
                new Case("for another machine", () -> ElfPrograms.forAnotherMachine(dynamic), "is a program for "),
                new Case(
                        "static, for another machine",
                        () -> ElfPrograms.statically(ElfPrograms.foreign()),
                        "is a program for "),
                new Case("one of 32 bits", () -> ElfPrograms.statically(ElfPrograms.older()), "is a program for "),
                new Case("a head that speaks of 67 MB", () -> ElfPrograms.head(65_535, 1024), "is cut off"),
                new Case("a head whose headers are missing", () -> ElfPrograms.head(56, 1024), "is cut off"),
                new Case("headers of another size", () -> ElfPrograms.head(57, 1), "is cut off"),
                new Case("half a program", () -> Arrays.copyOf(dynamic, dynamic.length / 2), "is cut off"),
                new Case("a text", () -> "hello".getBytes(UTF_8), "is neither"),
                new Case("nothing", () -> new byte[0], "is empty"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void tellsWhatThisNodeCanRun(Case program) throws Exception {
        var file = Files.write(folder.resolve("program"), program.bytes().get());

        var said = ProgramImage.problem(file, folder)
                .map(ProgramImage.Problem::reason)
                .orElse("");

        assertThat(said.isEmpty()).isEqualTo(program.problem().isEmpty());
        assertThat(said).startsWith(program.problem());
    }

    @Test
    void namesBothArchitectures() throws Exception {
        var file = Files.write(folder.resolve("program"), ElfPrograms.statically(ElfPrograms.foreign()));

        assertThat(ProgramImage.whyForeign(file, folder))
                .hasValueSatisfying(reason -> assertThat(reason)
                        .contains("for " + ElfPrograms.foreign() + ", and this node runs programs for "
                                + ElfPrograms.own()));
    }

    /** 386 on amd64, arm on arm64: the class is another one, and most kernels run both. */
    @Test
    void leavesItToTheKernelWhetherItRunsTheOlderInstructionSet() throws Exception {
        var file = Files.write(folder.resolve("program"), ElfPrograms.statically(ElfPrograms.older()));

        assertThat(ProgramImage.isWhole(file)).isTrue();
        assertThat(ProgramImage.whyForeign(file, folder)).isEmpty();
        assertThat(ProgramImage.problem(file, folder)).containsInstanceOf(ProgramImage.Problem.Unsure.class);
    }

    /** This process may be run by an emulator, as an image for another architecture is where QEMU is registered as its interpreter. */
    @Test
    void takesTheNodesOwnProgramsForASecondWitness() throws Exception {
        var source = Files.createDirectory(folder.resolve("source"));
        var file = Files.write(source.resolve("program"), ElfPrograms.statically(ElfPrograms.foreign()));
        var programs = Files.createDirectory(folder.resolve("programs"));

        Files.write(programs.resolve("program"), ElfPrograms.statically(ElfPrograms.foreign()));
        assertThat(ProgramImage.whyForeign(file, programs))
                .as("an earlier copy of the same")
                .isPresent();

        Files.write(programs.resolve("loopback"), ElfPrograms.statically(ElfPrograms.foreign()));
        assertThat(ProgramImage.whyForeign(file, programs)).isEmpty();
        assertThat(ProgramImage.whyForeign(file, folder.resolve("missing"))).isPresent();
    }

    /** One stray file of an image for several architectures had the wrong plugin put on the node, and pods ended with "exec format error". */
    @Test
    void oneForeignProgramAmongTheNodesOwnIsNoWitness() throws Exception {
        var source = Files.createDirectory(folder.resolve("source"));
        var file = Files.write(source.resolve("program"), ElfPrograms.statically(ElfPrograms.foreign()));
        var programs = Files.createDirectory(folder.resolve("programs"));
        Files.write(programs.resolve("stray"), ElfPrograms.statically(ElfPrograms.foreign()));
        Files.write(programs.resolve("multus-shim"), ElfPrograms.statically(ElfPrograms.own()));
        Files.write(programs.resolve(".linkerd-multus-bridge.0.tmp"), ElfPrograms.statically(ElfPrograms.own()));
        assertThat(ProgramImage.whyForeign(file, programs))
                .as("what this product put there says nothing")
                .isEmpty();

        for (int own = 0; own < 5; own++) {
            Files.write(programs.resolve("native-" + own), ElfPrograms.statically(ElfPrograms.own()));
        }

        assertThat(ProgramImage.problem(file, programs)).containsInstanceOf(ProgramImage.Problem.Foreign.class);
    }

    /** An emulated installer on a node of another architecture refused a right plugin for it. */
    @Test
    void oneProgramForThisProcessAmongTheNodesOwnIsNoWitness() throws Exception {
        var source = Files.createDirectory(folder.resolve("source"));
        var file = Files.write(source.resolve("program"), ElfPrograms.statically(ElfPrograms.foreign()));
        var programs = Files.createDirectory(folder.resolve("programs"));
        Files.write(programs.resolve("stray"), ElfPrograms.statically(ElfPrograms.own()));
        for (int number = 0; number < 5; number++) {
            Files.write(programs.resolve("native-" + number), ElfPrograms.statically(ElfPrograms.foreign()));
        }

        assertThat(ProgramImage.whyForeign(file, programs)).isEmpty();
    }

    /** A head of 64 bytes had 67 MB asked for, which a small heap has not: the error was tried again without end. */
    @Test
    void asksForNoMoreThanTheFileHas() throws Exception {
        var file = Files.write(folder.resolve("program"), ElfPrograms.head(65_535, 1024));
        var thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        assertThat(ProgramImage.isWhole(file)).isFalse(); // what is loaded for it is loaded

        long before = thread.getCurrentThreadAllocatedBytes();
        assertThat(ProgramImage.isWhole(file)).isFalse();

        assertThat(thread.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);
    }

    @Test
    void answersForAnyHead() throws Exception {
        var random = new Random(38);
        var file = folder.resolve("program");
        for (int round = 0; round < 3000; round++) {
            var bytes = ElfPrograms.statically(random.nextBoolean() ? ElfPrograms.own() : ElfPrograms.older());
            for (int change = random.nextInt(6); change >= 0; change--) {
                bytes[random.nextInt(4, bytes.length)] = (byte) random.nextInt();
            }
            Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
            assertThatCode(() -> ProgramImage.problem(file, folder)).doesNotThrowAnyException();
        }
    }
}
