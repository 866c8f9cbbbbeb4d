// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import io.linkerd.multus.contracts.Result;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonMistakeTest {
    private static final int LONGEST = 1 << 20;
    private static final JsonLimits LIMITS = JsonLimits.ofLength(LONGEST).build();
    private static final JsonLimits OF_UNIQUE_KEYS =
            JsonLimits.ofLength(LONGEST).uniqueKeys().build();

    private static final Pattern PLACE = Pattern.compile("line [1-9][0-9]*, column [1-9][0-9]*: \\S.*");

    /** What a parser says to programmers. */
    private static final Pattern INTERNALS = Pattern.compile(
            "Unexpected|Unrecognized|[Tt]oken|Source:|StreamReadFeature|com\\.fasterxml|tools\\.jackson|Exception|\\(code ");

    private static final List<String> DOCUMENTS = List.of(
            "{\"cniVersion\": \"1.0.0\", \"name\": \"a\\u00e9\\n\",\n  \"plugins\": [{\"type\": \"bridge\", \"mtu\": 1500}, {}]\n}",
            "[{\"name\":\"net1\",\"ips\":[\"10.0.0.1/24\"],\"bandwidth\":{\"ingressRate\":-1.5e+3}},{\"name\":\"net2\"}]",
            "\t[true, false, null, 0, -0.0, 1E9, [], {}, [[1], {\"a\": {\"b\": {}}}], \"\\ud83d\\ude00 \\\"\\\\\\/\\b\"]\r\n",
            "{\n  \"a\": {\n    \"b\": \"c\",\n    \"d\": [\n      1,\n      2\n    ]\n  }\n}\n");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[1 2]            | column 4: `2`, where `,` or `]` is expected",
                "{\"a\":1 \"b\":2}  | column 8: `\"`, where `,` or `}` is expected",
                "{\"a\" 1}         | column 6: `1`, where `:` is expected",
                "{\"a\"}           | column 5: `}`, where `:` is expected",
                "{\"a\":}          | column 6: `}`, where a value is expected",
                "[1,,2]           | column 4: `,`, where a value is expected",
                "{a:1}            | column 2: `a`, where a name in double quotes is expected",
                "{'a':1}          | column 2: `'`, where a name in double quotes is expected",
                "{“a”:1}          | column 2: `“`, where a name in double quotes is expected",
                "{1:2}            | column 2: `1`, where a name in double quotes is expected",
                "['a']            | column 2: `'`, where a value, and a text in double quotes, is expected",
                "[net1]           | column 2: `net1`, where a value is expected: a text needs double quotes",
                "[1,]             | column 3: a comma, and nothing after it in the list that begins in line 1, column 1",
                "{\"a\":1, }       | column 7: a comma, and nothing after it in the object that begins in line 1, column 1",
                "{\"a\":[1}        | column 8: `}`, and the list that begins in line 1, column 6 has no end",
                "[{\"a\":1,]       | column 9: `]`, and the object that begins in line 1, column 2 has no end",
                "[{]              | column 3: `]`, and the object that begins in line 1, column 2 has no end",
                "{\"a\":{\"b\":1}   | column 13: nothing follows, and the object that begins in line 1, column 1 has no end",
                "{\"a\":           | column 6: nothing follows, and the object that begins in line 1, column 1 has no end",
                "[1,              | column 4: nothing follows, and the list that begins in line 1, column 1 has no end",
                "{\"a\":\"b        | column 6: a text that has no end",
                "{\"a\":\"b\\      | column 6: a text that has no end",
                "[\"\\d\"]         | column 3: a backslash before `d` in a text, where one is written as `\\\\`",
                "[\"\\u00g0\"]     | column 3: `\\u` without four hexadecimal digits after it",
                "[\"\\u00\"]       | column 3: `\\u` without four hexadecimal digits after it",
                "[01]             | column 2: `01`, a number that begins with a zero too many",
                "[-00.5]          | column 2: `-00.5`, a number that begins with a zero too many",
                "[1.]             | column 2: `1.`, a number without a digit after its point",
                "[.5]             | column 2: `.5`, a number without a digit before its point",
                "[1e]             | column 2: `1e`, a number without a digit in its exponent",
                "[+1]             | column 2: `+1`, a number with a plus sign",
                "[-]              | column 2: `-`, and no digit after it",
                "[0x1F]           | column 2: `0x1F`, which is no number of JSON",
                "[10Gi]           | column 2: `10Gi`, which is no number of JSON",
                "[NaN]            | column 2: `NaN`, and JSON has no such number",
                "[-Infinity]      | column 2: `-Infinity`, and JSON has no such number",
                "[True]           | column 2: `True`, which JSON has in lower case only",
                "[truely]         | column 2: `truely`, where a value is expected: a text needs double quotes",
                "[1, // one       | column 5: a comment, which JSON does not have",
                "{# one           | column 2: a comment, which JSON does not have",
                "[1] /* one */    | column 5: text after the end of the value",
                "{}}              | column 3: text after the end of the value",
                "]                | column 1: `]`, where a value is expected",
                "~[1,\u00a02]~    | column 4: the character U+00A0, where a value is expected",
                "~\ufeff{}~       | column 1: the character U+FEFF, where a value is expected",
                "[\uD83D\uDE00]   | column 2: `\uD83D\uDE00`, where a value is expected",
            })
    void saysWhatIsThereAndWhatIsExpected(String text, String message) {
        assertThat(message(text, LIMITS)).isEqualTo("line 1, " + message);
    }

    @Test
    void saysWhichObjectOrListHasNoEnd() {
        assertThat(message("[\n  {\n    \"name\": \"net1\"\n]\n", LIMITS))
                .isEqualTo("line 4, column 1: `]`, and the object that begins in line 2, column 3 has no end");
        assertThat(message("{\n  \"plugins\": [\n    {}\n", LIMITS))
                .isEqualTo(
                        "line 4, column 1: nothing follows, and the list that begins in line 2, column 14 has no end");
    }

    @Test
    void namesCharactersThatATextCannotHave() {
        assertThat(message("[\"a\nb\"]", LIMITS)).isEqualTo("line 1, column 2: a text that has no end in its line");
        assertThat(message("[\"a\tb\"]", LIMITS))
                .isEqualTo("line 1, column 4: a tab in a text, where it is written as `\\t`");
        assertThat(message("[\"a\u0001b\"]", LIMITS))
                .isEqualTo("line 1, column 4: the character U+0001 in a text, where it is written as `\\u0001`");
        assertThat(message("[\"a\\\nb\"]", LIMITS))
                .isEqualTo("line 1, column 4: a backslash before the end of the line in a text, where one is written as"
                        + " `\\\\`");
    }

    @Test
    void knowsANameThatIsThereTwiceHoweverItIsWritten() {
        assertThat(message("[{\"a\":1}, {\"b\":{\"a\":1},\n\"a\":1, \"\\u0061\":2}]", OF_UNIQUE_KEYS))
                .isEqualTo("line 2, column 8: \"a\" is there twice");
    }

    @Test
    void repeatsLittleOfALongWord() {
        assertThat(message("[" + "secret".repeat(1000) + "]", LIMITS))
                .contains("`secret")
                .hasSizeLessThan(150);
        assertThat(message("{\"" + "k".repeat(900) + "\":1,\"" + "k".repeat(900) + "\":1}", OF_UNIQUE_KEYS))
                .hasSizeLessThan(150);
    }

    @Test
    void saysOfEachBrokenDocumentWhereItIsBroken() {
        var piece = arbitrary()
                .pick(
                        "", "{", "}", "[", "]", ",", ":", "\"", "\\", "\n", "\t", "0", "1.", "-", "e", "'", "/",
                        "\u0000", "\u00a0", "\ud83d", "true", "NaN", "\"a\":", "\"a\"", "{}", "[1,", "a", "\\u12");
        property()
                .withExamples(5_000)
                .forAll(
                        arbitrary().pick(DOCUMENTS),
                        lists().of(integers().between(0, 200)).ofSizeBetween(1, 3),
                        piece,
                        integers().between(0, 3))
                .checkAssert(
                        (document, places, inserted, removed) -> check(mutated(document, places, inserted, removed)));
    }

    @Test
    void saysOfAnyTextWhereItIsBroken() {
        var pieces = arbitrary()
                .pick(
                        "{", "}", "[", "]", ",", ":", "\"a\"", "\"", "\\", " ", "\n", "0", "1", ".5", "-", "e", "true",
                        "x");
        property()
                .withExamples(5_000)
                .forAll(lists().of(pieces).ofSizeBetween(0, 12).map(parts -> String.join("", parts)))
                .checkAssert(JsonMistakeTest::check);
        property().forAll(texts()).checkAssert(JsonMistakeTest::check);
    }

    private static String mutated(String document, List<Integer> places, String inserted, int removed) {
        var text = document;
        for (int place : places) {
            int start = place % (text.length() + 1);
            text = text.substring(0, start) + inserted + text.substring(Math.min(text.length(), start + removed));
        }
        return text;
    }

    /** The parser and the search for its reason have to agree on what is JSON. */
    private static void check(String text) {
        for (var limits : List.of(LIMITS, OF_UNIQUE_KEYS)) {
            switch (JsonText.read(text, limits)) {
                case Result.Ok<JsonText> _ ->
                    assertThat(JsonMistake.in(text, limits.hasUniqueKeys())).isEmpty();
                case Result.Not<JsonText>(var reason) ->
                    assertThat(reason)
                            .matches(PLACE)
                            .doesNotContain("no valid JSON")
                            .doesNotContainPattern(INTERNALS);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[", "{\"a\":", "[1,", "a", "1", "-", "1e", "0.", " ", "\n", "\\", "[]", "\"", "\"a\",", "\ud83d"
            })
    void takesNoLongerThanALongTextIsLong(String repeated) {
        var longest = repeated.repeat(LONGEST / repeated.length());

        Assertions.assertTimeout(Duration.ofSeconds(20), () -> {
            assertThat(JsonMistake.in(longest + "]", true)).isPresent();
            assertThat(JsonMistake.in("[\"" + longest, true)).isPresent();
            assertThat(JsonMistake.in("{\"a\":" + longest, true)).isPresent();
        });
    }

    private static String message(String text, JsonLimits limits) {
        return switch (JsonText.read(text, limits)) {
            case Result.Not<JsonText>(var reason) -> reason;
            case Result.Ok<JsonText> _ -> throw new AssertionError("read");
        };
    }
}
