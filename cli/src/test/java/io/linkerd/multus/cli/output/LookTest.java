// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LookTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true  |   | xterm | true
            true  |   |       | true
            true  | 1 | xterm | false
            true  |   | dumb  | false
            false |   | xterm | false
            """)
    void colourIsForTerminalsThatDoNotRefuseIt(boolean terminal, String noColour, String term, boolean colour) {
        var environment = Map.of("NO_COLOR", noColour == null ? "" : noColour, "TERM", term == null ? "" : term);

        assertThat(Look.of(environment, terminal).colour()).isEqualTo(colour);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                       |             |             | false
            C.UTF-8    |             |             | true
                       | de_DE.utf8  |             | true
                       |             | en_US.UTF-8 | true
            POSIX      |             | en_US.UTF-8 | false
                       | ISO-8859-1  | en_US.UTF-8 | false
            """)
    void marksAreOfAsciiWhereTheLocaleHasNoOthers(String all, String type, String lang, boolean unicode) {
        var environment = Map.of(
                "LC_ALL",
                all == null ? "" : all,
                "LC_CTYPE",
                type == null ? "" : type,
                "LANG",
                lang == null ? "" : lang);

        assertThat(Look.of(environment, true).unicode()).isEqualTo(unicode);
    }

    @Test
    void aMarkIsAsTheTerminalShowsIt() {
        assertThat(Mark.WRONG.on(Look.PLAIN)).isEqualTo("XX");
        assertThat(Mark.WRONG.on(new Look(false, true))).isEqualTo("×");
        assertThat(Mark.WRONG.on(new Look(true, true))).isEqualTo("\u001b[31m×\u001b[0m");
    }

    @ParameterizedTest
    @CsvSource({
        "/dev/pts/3,true",
        "/dev/tty1,true",
        "/dev/console,true",
        "pipe:[4711],false",
        "/dev/null,false",
        "/tmp/file,false"
    })
    void aDescriptorIsATerminalByWhatItLeadsTo(String target, boolean terminal) {
        assertThat(Descriptor.isTerminal(target)).isEqualTo(terminal);
    }
}
