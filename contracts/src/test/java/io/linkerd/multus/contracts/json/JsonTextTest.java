// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.contracts.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {
    private static final JsonLimits LIMITS =
            JsonLimits.ofLength(256 << 10).values(20_000).build();
    private static final JsonLimits OF_UNIQUE_KEYS =
            JsonLimits.ofLength(1 << 20).uniqueKeys().build();

    /** Half of a character can be written in no encoding, and a line's end forges a line of a log. */
    @ParameterizedTest
    @ValueSource(strings = {"{\ud83d", "{\ude00", "[\ud83dx", "\u0000", "\"\u0085\n\"", "\u2028"})
    void aMessageCanBeSentWhateverTheTextWas(String text) {
        var reason = switch (JsonText.read(text, OF_UNIQUE_KEYS)) {
            case Result.Not<JsonText>(var why) -> why;
            case Result.Ok<JsonText> _ -> throw new AssertionError("read");
        };
        assertThat(reason.codePoints())
                .noneMatch(Character::isISOControl)
                .noneMatch(character -> Character.getType(character) == Character.SURROGATE);
    }

    @Test
    void tellsWhatIsTooMuchFromWhatIsWrong() {
        assertThatThrownBy(() -> JsonText.parse("[".repeat(101) + "]".repeat(101), LIMITS))
                .isInstanceOf(MalformedJson.BeyondLimits.class);
        assertThatThrownBy(() -> JsonText.parse("[" + "0,".repeat(20_000) + "0]", LIMITS))
                .isInstanceOf(MalformedJson.BeyondLimits.class);
        assertThatThrownBy(() -> JsonText.parse("0".repeat(300_000), LIMITS))
                .isInstanceOf(MalformedJson.BeyondLimits.class);
        assertThatThrownBy(() -> JsonText.parse("[1" + "0".repeat(2_000) + "]", LIMITS))
                .isInstanceOf(MalformedJson.BeyondLimits.class);
        assertThatThrownBy(() -> JsonText.parse("[".repeat(99), LIMITS)).isExactlyInstanceOf(MalformedJson.class);
    }
}
