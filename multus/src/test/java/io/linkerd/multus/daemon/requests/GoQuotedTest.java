// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.cases.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected is what Go 1.25 prints. */
class GoQuotedTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "0, \\x00",
                "1, \\x01",
                "7, \\a",
                "8, \\b",
                "9, \\t",
                "a, \\n",
                "b, \\v",
                "c, \\f",
                "d, \\r",
                "1b, \\x1b",
                "20, ` `",
                "22, \\\"",
                "5c, \\\\",
                "27, '",
                "7f, \\x7f",
                "85, \\u0085",
                "a0, \\u00a0",
                "ad, \\u00ad",
                "e9, é",
                "378, \\u0378",
                "200b, \\u200b",
                "2028, \\u2028",
                "2029, \\u2029",
                "3000, \\u3000",
                "d800, \ufffd",
                "e000, \\ue000",
                "feff, \\ufeff",
                "1f600, \ud83d\ude00",
                "10ffff, \\U0010ffff"
            })
    void quotesAsGoDoes(String character, String quoted) {
        assertThat(GoQuoted.of("x" + Character.toString(Integer.parseInt(character, 16)) + "y"))
                .isEqualTo("\"x" + quoted + "y\"");
    }

    @Test
    void isShortenedBehindSoManyCharacters() {
        assertThat(GoQuoted.of("😀\nb", 2)).isEqualTo("\"😀\\n…\"");
        assertThat(GoQuoted.of("😀b", 2)).isEqualTo("\"😀b\"");
    }

    @Test
    void isOneLineWhateverTheTextWas() {
        Cases.property()
                .forAll(Cases.texts())
                .checkAssert(text -> assertThat(GoQuoted.of(text))
                        .startsWith("\"")
                        .endsWith("\"")
                        .satisfies(quoted -> assertThat(quoted.codePoints())
                                .noneMatch(Character::isISOControl)
                                .noneMatch(each -> Character.getType(each) == Character.SURROGATE)));
    }
}
