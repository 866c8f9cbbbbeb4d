// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappedTest {
    @Test
    void linesAreIndentedAndNoLongerThanATerminalIsWide() {
        var text = "word ".repeat(60).strip();

        assertThat(Wrapped.text(text, "    ").lines())
                .hasSize(4)
                .allSatisfy(line -> assertThat(line).startsWith("    word").hasSizeLessThanOrEqualTo(Wrapped.COLUMNS));
        assertThat(Wrapped.text(text, "    ").replaceAll("\\s+", " ").strip()).isEqualTo(text);
    }

    @Test
    void aLineOfTheTextBeginsANewOneAndKeepsItsOwnIndent() {
        assertThat(Wrapped.text("first\n  - second\n\nlast\n", "  ")).isEqualTo("  first\n    - second\n\n  last\n");
    }

    @Test
    void aLongWordStaysWhole() {
        var path = "/var/lib/" + "x".repeat(200);

        assertThat(Wrapped.text("see " + path + " there", "    ")).isEqualTo("    see\n    " + path + "\n    there\n");
    }

    @Test
    void noControlCharacterOfAnObjectReachesTheTerminal() {
        assertThat(Wrapped.text("a\u001b[31mb\u0007", "")).isEqualTo("a [31mb\n");
        assertThat(Wrapped.line("a\u202Eb\u2066c")).isEqualTo("abc");
        assertThat(Wrapped.line("a\r\nb\tc")).isEqualTo("a b c");
    }
}
