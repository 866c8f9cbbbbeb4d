// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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

/** It reads what Jackson reads, and nothing else; what it does not read is Jackson's. */
class AsciiWalkTest {
    private static final JsonLimits LIMITS = JsonLimits.SHORT_REVIEW;

    /** What is seen by who reads each value in the way that its key begins with. */
    private static List<String> seen(JsonWalk walk) throws MalformedJson {
        var seen = new ArrayList<String>();
        read(walk, "o", seen);
        return seen;
    }

    private static void read(JsonWalk walk, String way, List<String> seen) throws MalformedJson {
        seen.add(way + ", an object: " + walk.isObject());
        switch (way.isEmpty() ? ' ' : way.charAt(0)) {
            case 'o' -> seen.add("there: " + walk.object(key -> read(walk, key, seen)));
            case 'l' -> walk.list(_ -> read(walk, way.substring(1), seen));
            case 't' -> seen.add(walk.text());
            case 'u' -> seen.add(walk.textUpTo(3).toString());
            case 'n' -> seen.add(walk.number().toString());
            case 'f' -> seen.add("it is " + walk.flagOr(true));
            default -> walk.skip();
        }
        seen.add("end of " + way);
    }

    private static String outcome(Document document) {
        try {
            return String.join("\n", document.read());
        } catch (MalformedJson malformed) {
            return malformed.reason();
        }
    }

    private interface Document {
        List<String> read() throws MalformedJson;
    }

    private static void assertReadAsByJackson(byte[] document) {
        assertThat(outcome(() -> JsonDocument.readUtf8(document, LIMITS, AsciiWalkTest::seen)))
                .as(new String(document, StandardCharsets.ISO_8859_1))
                .isEqualTo(outcome(() -> JsonDocument.read(document, LIMITS, AsciiWalkTest::seen)));
    }

    @Test
    void readsWhatJacksonReads() {
        property().forAll(integers().all()).checkAssert(seed -> {
            var documents = new Documents(new Random(seed), true);
            var document = ascii(documents.object(0));
            assertReadAsByJackson(document);
            document[documents.random.nextInt(document.length)] = (byte) documents.random.nextInt(1, 128);
            assertReadAsByJackson(document);
        });
    }

    /** Else nothing would be gained, and nobody would see. */
    @Test
    void leavesNothingToJacksonThatProgramsWrite() {
        property().forAll(integers().all()).checkAssert(seed -> {
            var document = ascii(new Documents(new Random(seed), false).object(0));
            assertThat(outcome(() -> AsciiWalk.read(document, LIMITS, AsciiWalkTest::seen)))
                    .isEqualTo(outcome(() -> JsonDocument.read(document, LIMITS, AsciiWalkTest::seen)));
        });
    }

    @Test
    void readsPiecesThatFitNowhereAsJacksonDoes() {
        var pieces = arbitrary()
                .pick(
                        "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"a\":", "\"o\":", "\"ln\":", "\"n\":", "\"t\":",
                        "\\n", "\\u00e9", "\\ud800", "\n", "\t", "\u001f", "\u007f", "null", "true", "false", "nul",
                        "-", "0", "7", "01", "1.5", "1.", ".5", "1e5", "1e", "E+3", "/");
        property()
                .forAll(lists().of(pieces).ofSizeBetween(0, 12))
                .checkAssert(parts -> assertReadAsByJackson(ascii("{\"o\":{" + String.join("", parts) + "}}")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                " { } ",
                "{}x",
                "{}{}",
                "{,}",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{\"a\":1",
                "{\"a",
                "{a:1}",
                "{\"l\":[1,]}",
                "{\"l\":[,1]}",
                "{\"l\":[[1],{\"a\":2}]}",
                "{\"ln\":[ 1 , 2 ] , \"lln\" : [ [ ] , [ -3 ] ]}",
                "{\"lo\":[{\"t\":\"x\"},null]}",
                "{\"t\":\"a\\nb\"}",
                "{\"t\":\"[{\\\"name\\\":\\\"net1\\\"}]\",\"n\":1}",
                "{\"t\":\"\\x\"}",
                "{\"t\":\"\\\"}",
                "{\"t\":\"\\",
                "{\"u\":\"\\n\\n\\n\",\"u2\":\"\\n\\n\\n\\n\"}",
                "{\"t\":\"tab\there\"}",
                "{\"t\":\"without end",
                "{\"t\":7}",
                "{\"t\\u0041\":\"x\"}",
                "{\"u\":\"abc\",\"u2\":\"abcd\",\"u3\":null,\"u4\":7}",
                "{\"n\":0,\"n2\":-0,\"n3\":-9223372036854775808,\"n4\":9223372036854775807}",
                "{\"n\":9223372036854775808}",
                "{\"n\":01}",
                "{\"n\":1.0}",
                "{\"n\":1e2}",
                "{\"n\":-}",
                "{\"n\":+1}",
                "{\"n\":7x}",
                "{\"n\":\"7\"}",
                "{\"f\":true,\"f2\":false,\"f3\":null}",
                "{\"f\":truex}",
                "{\"f\":tru}",
                "{\"f\":0}",
                "{\"o\":[]}",
                "{\"l\":{}}",
                "{\"o\":nul}",
                "{\"t\":\"twice\",\"t\":\"twice\"}",
                "{\"a\":{\"\\ud800\":1}}",
                "{\"a\":\"\\ud800 \\x\"}",
                "{\"a\":[{\"f:x\":{\"k:{\\\"name\\\":\\\"x\\\"}\":{}}},1]}",
            })
    void readsItWhereOneHasToLookTwiceAsJacksonDoes(String document) {
        assertReadAsByJackson(ascii(document));
    }

    @ParameterizedTest
    @ValueSource(ints = {98, 99, 100, 101, 102, 1000})
    void goesAsDeepAsJackson(int levels) {
        assertReadAsByJackson(ascii("{\"a\":" + "[".repeat(levels - 1) + "]".repeat(levels - 1) + "}"));
        assertReadAsByJackson(ascii("{\"o\":".repeat(levels - 1) + "{}" + "}".repeat(levels - 1)));
        assertReadAsByJackson(
                ascii("{\"" + "l".repeat(levels) + "\":" + "[".repeat(levels - 1) + "]".repeat(levels - 1) + "}"));
    }

    @ParameterizedTest
    @ValueSource(ints = {399, 400, 401})
    void readsNamesAsLongAsJacksonDoes(int length) {
        assertReadAsByJackson(ascii("{\"t" + "n".repeat(length - 1) + "\":\"x\"}"));
    }

    @Test
    void keepsAsMuchAsJacksonDoes() {
        var half = "a".repeat(LIMITS.strings() / 2);

        assertThatThrownBy(() -> AsciiWalk.read(
                        ascii("{\"t\":\"" + half + "\",\"t2\":\"" + half + "a\"}"), LIMITS, AsciiWalkTest::seen))
                .isInstanceOf(Unusual.class);
    }

    /** Whose pod it is chooses names that nobody reads, and had the whole review read again for each that was long. */
    @Test
    void passesOverANameThatIsLongerThanNamesMayBe() throws MalformedJson {
        var document = ascii("{\"a\":{\"" + "n".repeat(1000) + "\":[]},\"n\":7}");

        assertThat(JsonDocument.readUtf8(document, LIMITS, AsciiWalkTest::seen)).contains("OptionalLong[7]");
    }

    @Test
    void leavesWhatNobodyReadToJackson() throws MalformedJson {
        var keys = new ArrayList<String>();
        JsonDocument.readUtf8(ascii("{\"a\":1,\"b\":2}"), LIMITS, walk -> {
            keys.clear();
            return walk.object(keys::add);
        });

        assertThat(keys).containsExactly("a", "b");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Makes them.
     *
     * @param wild whether some values are of another kind than their key says, or written with escapes
     */
    private record Documents(Random random, boolean wild) {
        private static final List<String> USUAL_ESCAPES =
                List.of("\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t");
        private static final List<String> EVERY_ESCAPE = List.of("\\\"", "\\\\", "\\u0041", "\\n", "\\ud800");
        private static final List<String> WAYS = List.of("o", "lo", "lt", "ln", "lln", "t", "u", "n", "f", "a", "");

        String object(int depth) {
            var members = new ArrayList<String>();
            for (int count = random.nextInt(5); count > 0; count--) {
                var way = WAYS.get(random.nextInt(WAYS.size()));
                members.add(blanks() + "\"" + way + (way.isEmpty() ? "" : "-" + random.nextInt(100)) + "\"" + blanks()
                        + ":" + value(way, depth + 1));
            }
            return blanks() + "{" + String.join(",", members) + blanks() + "}" + blanks();
        }

        private String value(String way, int depth) {
            if (random.nextInt(10) == 0) {
                return blanks() + "null" + blanks();
            }
            if (wild && random.nextInt(30) == 0) {
                return value(WAYS.get(random.nextInt(WAYS.size())), depth);
            }
            return blanks()
                    + switch (way.isEmpty() ? ' ' : way.charAt(0)) {
                        case 'o' -> depth > 4 ? "{}" : object(depth);
                        case 'l' -> list(way.substring(1), depth);
                        case 't', 'u' -> text(wild ? EVERY_ESCAPE : USUAL_ESCAPES);
                        case 'n' -> String.valueOf(random.nextBoolean() ? random.nextLong() : random.nextInt(-9, 9));
                        case 'f' -> String.valueOf(random.nextBoolean());
                        default -> anything(depth);
                    }
                    + blanks();
        }

        private String list(String way, int depth) {
            var elements = new ArrayList<String>();
            for (int count = random.nextInt(4); count > 0; count--) {
                elements.add(value(way, depth + 1));
            }
            return "[" + String.join(",", elements) + blanks() + "]";
        }

        /** For whoever passes over it. */
        private String anything(int depth) {
            return switch (random.nextInt(5)) {
                case 0 -> depth > 4 ? "[]" : object(depth);
                case 1 -> list("", depth > 4 ? depth + random.nextInt(3) : depth);
                case 2 -> text(EVERY_ESCAPE);
                case 3 -> String.valueOf(random.nextGaussian() * 1e20);
                default -> String.valueOf(random.nextBoolean());
            };
        }

        private String text(List<String> escapes) {
            var plain = List.of("a", "kind", "/", "}", "[", "a-longer-word-than-eight", "\u007f", " ");
            var text = new StringBuilder("\"");
            for (int piece = random.nextInt(5); piece > 0; piece--) {
                var pieces = random.nextInt(4) == 0 ? escapes : plain;
                text.append(pieces.get(random.nextInt(pieces.size())));
            }
            return text.append('"').toString();
        }

        private String blanks() {
            return List.of("", "", "", " ", "\n\t", "\r\n").get(random.nextInt(6));
        }
    }
}
