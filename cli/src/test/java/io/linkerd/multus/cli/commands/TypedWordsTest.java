// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** As cobra's {@code __complete} answers, and kubectl's {@code pluginCompletion} reads it. */
class TypedWordsTest {
    private static String after(String... typed) {
        var called = Called.with(
                Stream.concat(Stream.of("__complete"), Stream.of(typed)).toArray(String[]::new));
        assertThat(called).isEqualTo(new Called(Exit.FINE, called.out(), ""));
        return called.out();
    }

    @Test
    void atFirstCommandsAreNamedWithWhatTheyDo() {
        assertThat(after("ver")).isEqualTo("version\tSays the versions of this program and of the release.\n:4\n");
        assertThat(after(""))
                .contains("check\t", "completion\t")
                .doesNotContain("_extension", "__complete")
                .endsWith(":4\n");
        assertThat(after()).isEqualTo(after(""));
    }

    @Test
    void aDashAsksForOptionsOfTheCommand() {
        assertThat(after("version", "--cl"))
                .isEqualTo("--client\tsay this program's version alone; no cluster is asked\n:4\n");
        assertThat(after("version", "--short", "-")).contains("-o\t", "--output\t", "--help\t");
        assertThat(after("--h")).startsWith("--help\t");
    }

    @Test
    void whatAnOptionTakesFollowsIt() {
        assertThat(after("version", "-o", "")).isEqualTo("text\njson\n:4\n");
        assertThat(after("version", "--output", "j")).isEqualTo("json\n:4\n");
        assertThat(after("version", "--kubeconfig", "")).isEqualTo(":0\n");
        assertThat(after("version", "--context", "")).isEqualTo(":4\n");
    }

    @Test
    void whatACommandTakesFollowsIt() {
        assertThat(after("completion", "")).isEqualTo("bash\nzsh\nfish\n:4\n");
        assertThat(after("version", "")).isEqualTo(":4\n");
    }
}
