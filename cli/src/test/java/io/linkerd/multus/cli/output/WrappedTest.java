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
        assertThat(Wrapped.line("a\r\nb\tc")).isEqualTo("a b c");
    }

    /** One name was read as another: a character was there that nobody saw, or that turned those after it. */
    @Test
    void formatCharactersAreShownAsTheirNumbers() {
        assertThat(Wrapped.line("we\u202eb\u200b \udb40\udc41")).isEqualTo("we\\u202eb\\u200b \\udb40\\udc41");
        assertThat(Wrapped.text("a\u001bb\nc\u2066", " ")).isEqualTo(" a b\n c\\u2066\n");
        assertThat(Wrapped.line("ü × 🧭")).isEqualTo("ü × 🧭");
    }
}
