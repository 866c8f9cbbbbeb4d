// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedValuesTest {
    private final SharedValues<String> values = new SharedValues<>(String::length);

    @Test
    void equalValuesOfANamespaceAreOne() {
        var first = "ab".repeat(2);
        var second = "ab".repeat(2);

        assertThat(values.take("shop", first)).containsSame(first);
        assertThat(values.take("shop", second)).containsSame(first);
    }

    @Test
    void thereIsRoomAgainOnceAllAreReleased() {
        var large = "x".repeat(SharedValues.ROOM / 4);
        values.take("shop", large);
        values.take("shop", large);
        assertThat(values.take("shop", "y")).as("a quarter is taken").isEmpty();

        values.release("shop", large);
        assertThat(values.take("shop", "y")).as("one object still has it").isEmpty();

        values.release("shop", large);
        assertThat(values.take("shop", "y")).isPresent();
    }

    /** One tenant with a thousand pods of different settings ended every replica of the controller. */
    @Test
    void aNamespaceTakesNoMoreThanItsPartAndTheOthersHaveRoom() {
        long taken = IntStream.range(0, 10_000)
                .filter(number ->
                        values.take("greedy", number + "x".repeat(10_000)).isPresent())
                .count();

        assertThat(taken * 10_000).isLessThan(SharedValues.ROOM / 4);
        assertThat(values.take("shop", "y".repeat(10_000))).isPresent();
    }

    @Test
    void eachNamespaceHasALittleWhateverTheOthersTake() {
        for (int number = 0; number < 100; number++) {
            values.take("n" + number, "x".repeat(SharedValues.ROOM / 8));
        }

        assertThat(values.take("last", "y".repeat(SharedValues.ALWAYS))).isPresent();
    }

    @Test
    void whatWasNotTakenIsReleasedForNothing() {
        values.release("shop", "a");
        values.take("shop", "b");
        values.release("shop", "a");

        assertThat(values.take("shop", "b")).isPresent();
    }
}
