// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

class YamlProblemTest {
    private static YamlEngineException problem(String text) {
        return catchThrowableOfType(
                YamlEngineException.class, () -> new Load(LoadSettings.builder().build()).loadFromString(text));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = '|',
            value = {
                "~a: [1, 2~     | line 1, column 9  | `,` or `]` is expected",
                "~a: {b: 1~     | line 1, column 9  | `,` or `}` is expected",
                "~a: @secret~   | line 1, column 4  | a character with which no value begins: put the value in quotes",
                "~a: *secret~   | line 1, column 4  | an alias (`*name`) whose anchor (`&name`) is not above it",
                "~a: !secret b~ | line 1, column 4  | a tag (`!name`) that is not known",
                "~a: \"secret~  | line 1, column 11 | a text in quotes that has no end",
                "~a: \"\\s\"~   | line 1, column 6  | a backslash before a character that needs none",
            })
    void saysWhereAndWhatAndNothingOfTheText(String text, String place, String words) {
        assertThat(YamlProblem.place(problem(text))).hasValue(place);
        assertThat(YamlProblem.words(problem(text))).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a:\n\tb: 1",
                "a: 1\n b: 2",
                "- a\nb: 1",
                "secret: 1\nsecret: 2",
                "a: 'b\n--- c'",
                "a: |x\n b",
                "a: |0\n b",
                "%YAML 1.2\n%YAML 1.2\n---\na",
                "a: !<b c",
                "a: &\n",
                "a: \"\\x0\"",
                "? a\n? [",
                "]",
                "a\u0001",
                "{a: 1} secret"
            })
    void knowsEachKindOfMistake(String text) {
        assertThat(YamlProblem.words(problem(text)))
                .isNotEqualTo("it cannot be read")
                .doesNotContain("secret", "block end", "node content", "token", "found ");
    }
}
