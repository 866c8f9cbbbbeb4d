// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LastAnswerTest {
    private final List<String> asked = new ArrayList<>();
    private final LastAnswer<String, Integer> length = new LastAnswer<>(text -> {
        asked.add(text);
        return Integer.parseInt(text);
    });

    @Test
    void worksOutAnewWhatIsAnotherThanTheLastTime() {
        assertThat(List.of("1", "1", "2", "2", "1", "1").stream().map(length)).containsExactly(1, 1, 2, 2, 1, 1);
        assertThat(asked).containsExactly("1", "2", "1");
    }

    @Test
    void remembersNoFailure() {
        assertThatThrownBy(() -> length.apply("none")).isInstanceOf(NumberFormatException.class);
        assertThatThrownBy(() -> length.apply("none")).isInstanceOf(NumberFormatException.class);
        assertThat(asked).hasSize(2);
    }
}
