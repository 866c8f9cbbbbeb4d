// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JsonTextTest {

    @Test
    void tellsWhatIsTooMuchFromWhatIsWrong() {
        assertThatThrownBy(() -> JsonText.parse("[".repeat(101) + "]".repeat(101), JsonLimits.ATTACHMENT))
                .isInstanceOf(MalformedJson.BeyondLimits.class);
        assertThatThrownBy(() -> JsonText.parse("[" + "0,".repeat(20_000) + "0]", JsonLimits.ATTACHMENT))
                .isInstanceOf(MalformedJson.BeyondLimits.class);
        assertThatThrownBy(() -> JsonText.parse("0".repeat(300_000), JsonLimits.ATTACHMENT))
                .isInstanceOf(MalformedJson.BeyondLimits.class);
        assertThatThrownBy(() -> JsonText.parse("[1" + "0".repeat(2_000) + "]", JsonLimits.ATTACHMENT))
                .isInstanceOf(MalformedJson.BeyondLimits.class);
        assertThatThrownBy(() -> JsonText.parse("[".repeat(99), JsonLimits.ATTACHMENT))
                .isExactlyInstanceOf(MalformedJson.class);
    }
}
