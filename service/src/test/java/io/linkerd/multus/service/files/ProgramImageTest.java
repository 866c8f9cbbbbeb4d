// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
                new Case("static, for another machine", () -> ElfPrograms.statically(ElfPrograms.foreign()), "is a program for "),
                new Case("half a program", () -> Arrays.copyOf(dynamic, dynamic.length / 2), "is cut off"),
                new Case("a text", () -> "hello".getBytes(UTF_8), "is neither"),
                new Case("nothing", () -> new byte[0], "is empty"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void tellsWhatThisNodeCanRun(Case program) throws Exception {
        var file = Files.write(folder.resolve("program"), program.bytes().get());

        var said = ProgramImage.problem(file).map(ProgramImage.Problem::reason).orElse("");

        assertThat(said.isEmpty()).isEqualTo(program.problem().isEmpty());
        assertThat(said).startsWith(program.problem());
    }

    @Test
    void namesBothArchitectures() throws Exception {
        var file = Files.write(folder.resolve("program"), ElfPrograms.statically(ElfPrograms.foreign()));

        assertThat(ProgramImage.whyForeign(file)).hasValueSatisfying(reason -> assertThat(reason)
                .contains("for " + ElfPrograms.foreign() + ", and this node runs programs for " + ElfPrograms.own()));
    }

    /** Addresses of 32 bits are another class, whatever the instruction set. */
    @Test
    void comparesTheClassToo() throws Exception {
        var own = ElfPrograms.own();
        var narrow = new Architecture(1, own.data(), own.machine());
        var file = Files.write(folder.resolve("program"), ElfPrograms.ofTheOtherClass(ElfPrograms.dynamically()));

        assertThat(ProgramImage.problem(file)).isPresent();
        assertThat(narrow).isNotEqualTo(own);
        assertThat(narrow).hasToString(own.toString().replace("64 bits", "32 bits"));
    }
}
