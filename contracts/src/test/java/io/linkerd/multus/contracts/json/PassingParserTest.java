// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;

class PassingParserTest {
    private static final JsonFactory PASSING = new PassingParser.Factory(settings());
    private static final JsonFactory READING = settings().build();

    private static JsonFactoryBuilder settings() {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNumberLength(JsonLimits.NUMBER)
                        .maxNestingDepth(12)
                        .build())
                .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES);
    }

    /** What is seen by who passes over each value of the outermost list or object. */
    private static List<String> seen(JsonFactory factory, byte[] document) {
        var seen = new ArrayList<String>();
        try (var parser = factory.createParser(ObjectReadContext.empty(), document)) {
            parser.nextToken();
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                seen.add(token + " at " + parser.currentTokenLocation().getByteOffset() + " in "
                        + parser.streamReadContext().pathAsPointer());
                parser.skipChildren();
                seen.add(parser.currentToken() + " up to "
                        + parser.currentLocation().getByteOffset());
            }
        } catch (JacksonException problem) {
            seen.add(problem.getMessage());
        }
        return seen;
    }

    private static void assertSeesTheSame(byte[] document) {
        assertThat(seen(PASSING, document))
                .as(new String(document, StandardCharsets.ISO_8859_1))
                .isEqualTo(seen(READING, document));
    }

    @Test
    void seesWhatAParserSeesThatReadsEveryWord() {
        property().forAll(integers().all()).checkAssert(seed -> {
            var random = new Random(seed);
            var document = ascii("[" + value(random, 0) + "," + value(random, 0) + "]");
            assertSeesTheSame(document);
            document[random.nextInt(document.length)] = (byte) random.nextInt(256);
            assertSeesTheSame(document);
        });
    }

    @Test
    void seesItInPiecesThatFitNowhere() {
        var pieces = arbitrary()
                .pick(
                        "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"a\":", "\\n", "\\u00e9", "\\ud800", "é",
                        "\u0000", "\n", "\t", "\u001f", "\u007f", "null", "true", "false", "nul", "-", "0", "7", "01",
                        "1.5", "1.", ".5", "1e5", "1e", "E+3", "/");
        property()
                .forAll(lists().of(pieces).ofSizeBetween(0, 12))
                .checkAssert(parts -> assertSeesTheSame(utf8("[[" + String.join("", parts) + "]]")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"f:x\":{\"k:{\\\"name\\\":\\\"LINKERD\\\"}\":{}}},1]",
                "[ { } , [ ] , { \"a\" : [ 1 , 2 ] , \"b\" : { } } ]",
                "{\"a\":{\"\\ud800\":1}}",
                "{\"a\":{\"b\":\"\\ud800\\\\ \\\" \\/ \\b\\f\\n\\r\\t \\u00e9\"},\"c\":[-0,-0.5e+7,1E5,10]}",
                "[[01]]",
                "[[1,]]",
                "[{\"a\":1,}]",
                "[[\"\\x\"]]",
                "[[\"\\u12g4\"]]",
                "[[\"tab\there\"]]",
                "[[truex]]",
                "[[1.]]",
                "[[-]]",
                "[[\"without end",
                "[[",
                "[{\"a\"",
                "[{\"a\":1}",
                "[[1]]]",
            })
    void seesItWhereOneHasToLookTwice(String document) {
        assertSeesTheSame(ascii(document));
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 11, 12, 13, 14, 100})
    void goesAsDeepAndNoDeeper(int levels) {
        assertSeesTheSame(ascii("[" + "[".repeat(levels - 1) + "]".repeat(levels - 1) + "]"));
        assertSeesTheSame(ascii("[" + "{\"a\":".repeat(levels - 1) + "1" + "}".repeat(levels - 1) + "]"));
    }

    @ParameterizedTest
    @ValueSource(ints = {999, 1000, 1001, 1002})
    void takesNumbersAsLongAndNoLonger(int digits) {
        assertSeesTheSame(ascii("[[" + "7".repeat(digits) + "]]"));
        assertSeesTheSame(ascii("[[-" + "7".repeat(digits) + "]]"));
        assertSeesTheSame(ascii("[[0." + "7".repeat(digits) + "]]"));
    }

    /** Whose pod it is chooses names that nobody reads, and had the whole review read again for each that was long. */
    @Test
    void passesOverANameThatIsLongerThanNamesMayBe() {
        var settings = JsonLimits.SHORT_REVIEW.factory();
        var document = ascii("[{\"" + "n".repeat(1000) + "\":[]},7]");

        assertThat(seen(settings, document)).last().asString().startsWith(JsonToken.END_ARRAY.toString());
    }

    @Test
    void leavesOtherEncodingsToAParserThatKnowsThem() {
        var text = "[{\"a\":[1]},7]";

        assertSeesTheSame(text.getBytes(StandardCharsets.UTF_16BE));
        assertSeesTheSame(text.getBytes(StandardCharsets.UTF_16LE));
        assertSeesTheSame(text.getBytes(StandardCharsets.UTF_16));
        assertSeesTheSame(("\ufeff" + text).getBytes(StandardCharsets.UTF_8));
        assertSeesTheSame(utf8("[{\"é\":[\"漢\"]},7]"));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String value(Random random, int depth) {
        return blanks(random)
                + switch (random.nextInt(depth > 4 ? 6 : 9)) {
                    case 0 -> "null";
                    case 1 -> "true";
                    case 2 -> "false";
                    case 3 -> String.valueOf(random.nextLong());
                    case 4 -> String.valueOf(random.nextGaussian() * 1e20);
                    case 5 -> text(random);
                    case 6 -> "[" + blanks(random) + "]";
                    case 7 -> "[" + value(random, depth + 1) + "," + value(random, depth + 1) + "]";
                    default ->
                        "{" + text(random) + blanks(random) + ":" + value(random, depth + 1) + "," + blanks(random)
                                + text(random) + ":" + value(random, depth + 1) + "}";
                }
                + blanks(random);
    }

    private static String text(Random random) {
        var pieces = List.of(
                "a", "kind", "\\\"", "\\\\", "\\u0041", "/", "}", "[", "a-longer-word-than-eight", "\u007f", " ");
        var text = new StringBuilder("\"");
        for (int piece = random.nextInt(5); piece > 0; piece--) {
            text.append(pieces.get(random.nextInt(pieces.size())));
        }
        return text.append('"').toString();
    }

    private static String blanks(Random random) {
        return List.of("", "", "", " ", "\n\t", "\r\n").get(random.nextInt(6));
    }
}
