// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonWalkTest {
    private static final JsonLimits LIMITS =
            JsonLimits.ofLength(7 << 20).texts(256 << 10, 512 << 10).keys(5_000).build();

    @Test
    void readsWhatIsAskedForAndPassesOverTheRest() throws MalformedJson {
        var seen = new ArrayList<String>();

        boolean found = read(
                "{\"a\":{\"x\":[1,{}]},\"b\":\"text\",\"c\":[null,true]}",
                json -> json.object(key -> {
                    seen.add(key);
                    if (key.equals("b")) {
                        seen.add(json.text());
                    } else {
                        json.skip();
                    }
                }));

        assertThat(found).isTrue();
        assertThat(seen).containsExactly("a", "b", "text", "c");
    }

    @Test
    void takesNullForNothing() throws MalformedJson {
        assertThat(read("null", JsonWalk::number)).isEqualTo(OptionalLong.empty());
        assertThat(read("null", JsonWalk::text)).isEmpty();
        assertThat(read("null", JsonWalk::flag)).isFalse();
        assertThat(JsonWalkTest.<Boolean>read("null", json -> json.object(_ -> {})))
                .isFalse();
        assertThat(elements("null")).isEmpty();
    }

    @Test
    void readsEachKindOfValue() throws MalformedJson {
        assertThat(read("-9223372036854775808", JsonWalk::number)).hasValue(Long.MIN_VALUE);
        assertThat(read("9223372036854775807", JsonWalk::number)).hasValue(Long.MAX_VALUE);
        assertThat(read("true", JsonWalk::flag)).isTrue();
        assertThat(read("false", JsonWalk::flag)).isFalse();
        assertThat(read("null", (JsonWalk walk) -> walk.flagOr(true))).isTrue();
        assertThat(read("false", (JsonWalk walk) -> walk.flagOr(true))).isFalse();
        assertThat(read("\"\\u0061\"", JsonWalk::text)).isEqualTo("a");
        assertThat(elements("[\"a\", \"b\"]")).containsExactly("0 a", "1 b");
        assertThat(JsonWalkTest.<Boolean>read("[]", json -> {
                    boolean is = json.isObject();
                    json.skip();
                    return is;
                }))
                .isFalse();
    }

    @Test
    void saysWhereAValueIsNotWhatItShouldBe() {
        assertThatThrownBy(() ->
                        read("{\"spec\":{\"uid\":\"7\"}}", json -> json.object(_ -> json.object(_ -> json.number()))))
                .isInstanceOf(MalformedJson.class)
                .hasMessage("/spec/uid is not a whole number");
        assertThatThrownBy(() -> read("7", JsonWalk::text)).hasMessage("the document is not a text");
        assertThatThrownBy(() -> read("7", JsonWalk::flag)).hasMessage("the document is not true or false");
        assertThatThrownBy(() -> elements("7")).hasMessage("the document is not a list");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":1}}",
                "{\"a\":1} x",
                "[",
                "nul",
                "{'a':1}",
                "{\"a\":01}"
            })
    void refusesWhatIsNoJson(String document) {
        assertThatThrownBy(() -> read(document, json -> json.object(_ -> json.skip())))
                .isInstanceOf(MalformedJson.class)
                .hasMessageNotContaining("jackson");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"token\":secret}|byte 9: no valid JSON",
                "{\"token\":\"secret|byte 16: ends in the middle of a value",
                "{\"token\":1} secret|byte 12: no valid JSON",
                "{\"token\":1} \"secret\"|byte 12: text after the end of the value"
            })
    void repeatsNothingOfADocument(String document, String message) {
        assertThatThrownBy(() -> read(document, json -> json.object(_ -> json.skip())))
                .isInstanceOf(MalformedJson.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "1e3", "\"1\"", "99999999999999999999", "9223372036854775808", "true", "[]"})
    void refusesNumbersThatAreNotWhole(String document) {
        assertThatThrownBy(() -> read(document, JsonWalk::number)).isInstanceOf(MalformedJson.class);
    }

    @Test
    void readsTextsUpToALength() throws Exception {
        JsonWalk.Reading<Optional<String>> three = json -> json.textUpTo(3);
        assertThat(read("\"abc\"", three)).hasValue("abc");
        assertThat(read("\"abcd\"", three)).isEmpty();
        assertThat(read("null", three)).hasValue("");
        assertThatThrownBy(() -> read("1", three)).hasMessageContaining("not a text");
        assertThat(read("\"" + "a".repeat(300 << 10) + "\"", three)).isEmpty();
    }

    @Test
    void endsAListWhereItsDocumentEnds() {
        assertThatThrownBy(() -> elements("[\"a\"")).isInstanceOf(MalformedJson.class);
        assertThatThrownBy(() -> elements("[\"a\",")).isInstanceOf(MalformedJson.class);
    }

    @Test
    void refusesADocumentThatIsTooDeep() {
        var deep = "{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";

        assertThatThrownBy(() -> read(deep, json -> json.object(_ -> json.skip())))
                .isInstanceOf(MalformedJson.class)
                .hasMessageContaining("nested deeper than 100 levels");
    }

    @Test
    void refusesADocumentThatIsTooLong() throws MalformedJson {
        var longest = " ".repeat(LIMITS.length() - 4) + "null";

        assertThat(read(longest, JsonWalk::flag)).isFalse();
        assertThatThrownBy(() -> read(longest + " ", JsonWalk::flag))
                .isInstanceOf(MalformedJson.class)
                .hasMessage("longer than 7340032 bytes");
    }

    @Test
    void passesOverATextThatIsLongerThanOneMayBeThatIsKept() throws MalformedJson {
        var text = "\"" + "a".repeat(300 << 10) + "\"";

        List<Long> numbers = read("[" + text + ",7]", json -> {
            var found = new ArrayList<Long>();
            json.list(index -> {
                if (index == 1) {
                    found.add(json.number().orElseThrow());
                } else {
                    json.skip();
                }
            });
            return found;
        });

        assertThat(numbers).containsExactly(7L);
        assertThatThrownBy(() -> elements("[" + text + "]"))
                .isInstanceOf(MalformedJson.class)
                .hasMessageContaining("a text longer than 262144");
    }

    @Test
    void keepsNoMoreTextsThanThereIsMemoryFor() {
        var texts = ("\"" + "a".repeat(100_000) + "\",").repeat(6) + "\"b\"";

        assertThatThrownBy(() -> elements("[" + texts + "]"))
                .isInstanceOf(MalformedJson.class)
                .hasMessageEndingWith("more than 524288 characters to keep");
    }

    @Test
    void tellsAStreamThatBrokeFromADocumentThatIsMalformed() throws IOException {
        var broken = InputStream.nullInputStream();
        broken.close();

        assertThatThrownBy(() -> JsonDocument.read(broken, LIMITS, JsonWalk::text))
                .isInstanceOf(IOException.class)
                .hasMessage("Stream closed");
    }

    @Test
    void refusesBytesInNoEncodingOfJson() {
        assertThatThrownBy(() -> read(new byte[] {0, 0, (byte) 0xff, (byte) 0xfe}, JsonWalk::text))
                .isInstanceOf(MalformedJson.class);
        assertThatThrownBy(() -> read(new byte[] {'"', (byte) 0xff, '"'}, JsonWalk::text))
                .isInstanceOf(MalformedJson.class)
                .hasMessage("in no encoding that JSON may have");
    }

    private static List<String> elements(String document) throws MalformedJson {
        return read(document, json -> {
            var elements = new ArrayList<String>();
            json.list(index -> elements.add(index + " " + json.text()));
            return elements;
        });
    }

    private static <T> T read(String document, JsonWalk.Reading<T> reading) throws MalformedJson {
        return read(document.getBytes(StandardCharsets.UTF_8), reading);
    }

    private static <T> T read(byte[] document, JsonWalk.Reading<T> reading) throws MalformedJson {
        try {
            return JsonDocument.read(new ByteArrayInputStream(document), LIMITS, reading);
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
