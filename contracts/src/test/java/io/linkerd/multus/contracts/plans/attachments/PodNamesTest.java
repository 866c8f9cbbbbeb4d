// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PodNamesTest {
    @Test
    void namesTheFirstFewInOrderAndCountsTheRest() {
        assertThat(PodNames.of(Stream.of("e", "b", "a", "d", "c")).inWords()).isEqualTo("a, b, c and 2 more");
        assertThat(PodNames.of(Stream.of("b", "a")).inWords()).isEqualTo("a, b");
        assertThat(PodNames.NONE.isEmpty()).isTrue();
    }

    @Test
    void readsEquallyInWhateverOrderTheyWereFound() {
        assertThat(PodNames.of(Stream.of("e", "b", "a", "d", "c")))
                .isEqualTo(PodNames.of(Stream.of("a", "b", "c", "d", "e")));
    }
}
