// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is as long as it may be is read, and what is one longer is not. */
class JsonLengthsTest {
    private static final JsonLimits OF_TEXTS =
            JsonLimits.ofLength(7 << 20).texts(256 << 10, 512 << 10).keys(5_000).build();
    private static final JsonLimits LIMITS = JsonLimits.ofLength(256 << 10).build();

    private static byte[] numberAfterBlanks(int length) {
        return (" ".repeat(length - 1) + "7").getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void takesADocumentOfTheGreatestLength() throws MalformedJson {
        assertThat(JsonDocument.read(numberAfterBlanks(LIMITS.length()), LIMITS, JsonWalk::number))
                .isEqualTo(OptionalLong.of(7));
    }

    @Test
    void refusesADocumentThatIsLongerByOne() {
        assertThatThrownBy(() -> JsonDocument.read(numberAfterBlanks(LIMITS.length() + 1), LIMITS, JsonWalk::number))
                .isInstanceOf(MalformedJson.BeyondLimits.class);
    }

    /** Two texts, of which the review may keep so many characters together. */
    @Test
    void keepsAsManyCharactersAsItMayAndNoMore() throws MalformedJson {
        int most = OF_TEXTS.strings();
        var half = "a".repeat(most / 2);

        assertThat(kept(half, half)).isEqualTo(most);
        assertThatThrownBy(() -> kept(half, half + "a")).isInstanceOf(MalformedJson.BeyondLimits.class);
    }

    private static int kept(String one, String other) throws MalformedJson {
        var document = ("[\"" + one + "\",\"" + other + "\"]").getBytes(StandardCharsets.US_ASCII);
        return JsonDocument.read(document, OF_TEXTS, walk -> {
            var lengths = new ArrayList<Integer>();
            walk.list(_ -> lengths.add(walk.text().length()));
            return lengths.stream().mapToInt(Integer::intValue).sum();
        });
    }

    @Test
    void takesAKeyOfTheGreatestLengthAndNoneThatIsLongerByOne() throws MalformedJson {
        assertThat(keyOf(5_000, OF_TEXTS)).hasSize(5_000);
        assertThatThrownBy(() -> keyOf(5_001, OF_TEXTS)).isInstanceOf(MalformedJson.BeyondLimits.class);
        assertThat(keyOf(60_000, LIMITS)).hasSize(60_000);
    }

    private static String keyOf(int length, JsonLimits limits) throws MalformedJson {
        var document = ("{\"" + "a".repeat(length) + "\":1}").getBytes(StandardCharsets.US_ASCII);
        return JsonDocument.readUtf8(document, limits, walk -> {
            var keys = new ArrayList<String>();
            walk.object(keys::add);
            return keys.getFirst();
        });
    }

    @Test
    void readsByteByByteNoFurtherThanItMay() throws IOException {
        try (InputStream input = new BoundedInput(new ByteArrayInputStream(new byte[] {1, 0, 0}), 2)) {
            assertThat(input.read()).isEqualTo(1);
            assertThat(input.read()).isEqualTo(0);
            assertThatThrownBy(input::read).isInstanceOf(BoundedInput.TooLong.class);
        }
    }

    @Test
    void countsNothingAtTheEnd() throws IOException {
        try (InputStream input = new BoundedInput(new ByteArrayInputStream(new byte[] {1}), 1)) {
            assertThat(input.read()).isEqualTo(1);
            assertThat(input.read()).isEqualTo(-1);
            assertThat(input.read(new byte[4])).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[{\"a\":1}]", "\"a\"", "1", "true"})
    void takesNothingButAnObjectForOne(String document) {
        var bytes = document.getBytes(StandardCharsets.US_ASCII);

        assertThatThrownBy(() -> JsonDocument.<Boolean>read(bytes, LIMITS, walk -> walk.object(_ -> walk.skip())))
                .isInstanceOf(MalformedJson.class)
                .hasMessage("the document is not an object");
    }
}
