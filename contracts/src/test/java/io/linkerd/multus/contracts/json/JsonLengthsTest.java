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
    private static final JsonLimits LIMITS = JsonLimits.ANNOTATION;

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
        int most = JsonLimits.REVIEW.strings();
        var half = "a".repeat(most / 2);

        assertThat(kept(half, half)).isEqualTo(most);
        assertThatThrownBy(() -> kept(half, half + "a")).isInstanceOf(MalformedJson.BeyondLimits.class);
    }

    private static int kept(String one, String other) throws MalformedJson {
        var document = ("[\"" + one + "\",\"" + other + "\"]").getBytes(StandardCharsets.US_ASCII);
        return JsonDocument.read(document, JsonLimits.REVIEW, walk -> {
            var lengths = new ArrayList<Integer>();
            walk.list(_ -> lengths.add(walk.text().length()));
            return lengths.stream().mapToInt(Integer::intValue).sum();
        });
    }

    /** They were 5,000 characters long, and 60 MiB of them stayed in memory, whoever had sent them. */
    @Test
    void keysThatAreRememberedFromOneReviewToTheNextAreShort() throws MalformedJson {
        assertThat(keyOf(400, JsonLimits.SHORT_REVIEW)).hasSize(400);
        assertThatThrownBy(() -> keyOf(401, JsonLimits.SHORT_REVIEW)).isInstanceOf(MalformedJson.BeyondLimits.class);
        assertThat(keyOf(60_000, JsonLimits.SHORT_REVIEW_OF_LONG_NAMES)).hasSize(60_000);
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
