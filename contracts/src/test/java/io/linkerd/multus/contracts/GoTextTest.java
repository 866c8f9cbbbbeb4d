// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoTextTest {

    @Test
    void knowsTheWhiteSpaceOfGo() {
        var spaces = IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(GoText::isSpace)
                .mapToObj(Integer::toHexString)
                .collect(Collectors.joining(" "));

        assertThat(spaces)
                .isEqualTo(
                        "9 a b c d 20 85 a0 1680 2000 2001 2002 2003 2004 2005 2006 2007 2008 2009 200a 2028 2029 202f"
                                + " 205f 3000");
    }

    @Test
    void trimsBothEndsAndNothingInside() {
        assertThat(GoText.trim("\u00a0 \ta b\n\u3000")).isEqualTo("a b");
        assertThat(GoText.trim("a")).isEqualTo("a");
        assertThat(GoText.trim(" \u2028 ")).isEmpty();
        assertThat(GoText.trim("")).isEmpty();
    }

    @Test
    void countsTheBytesOfUtf8() {
        property().forAll(texts()).checkAssert(text -> {
            // An unpaired surrogate cannot come from Go, which has replaced it.
            var fromGo = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);

            assertThat(GoText.length(fromGo)).isEqualTo(fromGo.getBytes(StandardCharsets.UTF_8).length);
        });
    }

    @ParameterizedTest
    @CsvSource({"a,1", "\u007f,1", "\u0080,2", "\u07ff,2", "\u0800,3", "\uffff,3", "\ud800\udc00,4"})
    void countsTheBytesOfEachLength(String character, int bytes) {
        assertThat(GoText.length(character)).isEqualTo(bytes);
    }

    @Test
    void findsKeysAsGoFindsThem() {
        assertThat(GoText.isKey("kubernetes", "kubernetes")).isTrue();
        assertThat(GoText.isKey("KuberneteS", "kubernetes")).isTrue();
        assertThat(GoText.isKey("\u212aubernete\u017f", "kubernetes")).isTrue();
        assertThat(GoText.isKey("AZ", "az")).isTrue();
        assertThat(GoText.isKey("az", "AZ")).isTrue();
        assertThat(GoText.isKey("\u0131nterface", "interface")).isFalse();
        assertThat(GoText.isKey("@", "`")).isFalse();
        assertThat(GoText.isKey("[", "{")).isFalse();
        assertThat(GoText.isKey("names", "name")).isFalse();
        assertThat(GoText.isKey("nam", "name")).isFalse();
    }

    @Test
    void quotesSoThatNobodyForgesALineOfALog() {
        assertThat(GoText.quote("a \"b\"\n\\c\u0085ü")).isEqualTo("\"a \\u0022b\\u0022\\u000a\\u005cc\\u0085ü\"");
        assertThat(GoText.quote("")).isEqualTo("\"\"");
    }

    /** Which no encoding can write, so that a message with one in it cannot be sent. */
    @Test
    void quotesHalvesOfCharactersAsTheirNumbers() {
        assertThat(GoText.quote("a\ud83dz\ude00")).isEqualTo("\"a\\ud83dz\\ude00\"");
        assertThat(GoText.quote("\ud83d\ude00")).isEqualTo("\"\ud83d\ude00\"");
    }

    @Test
    void quotesTheBeginningOfWhatIsLong() {
        assertThat(GoText.quote("x".repeat(80))).isEqualTo("\"" + "x".repeat(80) + "\"");
        assertThat(GoText.quote("x".repeat(81))).isEqualTo("\"" + "x".repeat(80) + "…\"");
    }

    @Test
    void shortensBetweenCharacters() {
        var smiles = "\ud83d\ude00".repeat(3);

        assertThat(GoText.shorten(smiles, 3, " …")).isEqualTo(smiles);
        assertThat(GoText.shorten(smiles, 2, " …")).isEqualTo("\ud83d\ude00".repeat(2) + " …");
        assertThat(GoText.shorten("", 0, "…")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "abcdef,6,abcdef",
        "abcdef,5,ab…",
        "abcdef,3,…",
        "üüü,6,üüü",
        "üüüü,6,ü…",
        "\ud800\udc00\ud800\udc00,7,\ud800\udc00…"
    })
    void cutsAtBytesBetweenCharacters(String text, int bytes, String cut) {
        assertThat(GoText.cut(text, bytes, "…")).isEqualTo(cut);
    }
}
