// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnsweredAtOnceTest {
    @ParameterizedTest
    @ValueSource(strings = {"_extension-metadata", "version --client"})
    void isWhatTheCommandSays(String line) {
        var called = Called.with(line.split(" "));

        assertThat(called.code()).isEqualTo(Exit.FINE);
        assertThat(AnsweredAtOnce.to(line.split(" "))).contains(called.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"version", "version --client -o json", "version --client --clent", "check", "--version"})
    void whatHasMoreToItIsLeftToTheCommand(String line) {
        assertThat(AnsweredAtOnce.to(line.split(" "))).isEmpty();
    }

    @Test
    void withoutArgumentsUsageIsSaid() {
        assertThat(AnsweredAtOnce.to()).isEmpty();
    }
}
