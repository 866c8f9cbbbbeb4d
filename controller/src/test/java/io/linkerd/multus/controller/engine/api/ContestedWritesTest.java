// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ContestedWritesTest {
    private static final String OBJECT = "configmaps shop/kept";

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final ContestedWrites writes = new ContestedWrites(now::get);

    /** It was written once more for each change of the other writer, as fast as the API server takes it. */
    @Test
    void waitsLongerAndLongerForWhatIsUndoneAgainAndAgain() {
        var pauses = new ArrayList<Long>();
        for (int round = 0; round < 15; round++) {
            var left = writes.turn(OBJECT, 1).orElse(Duration.ZERO);
            pauses.add(left.toMillis());
            pass(left);
            assertThat(writes.turn(OBJECT, 1)).isEmpty();
            writes.wrote(OBJECT, 1);
        }

        assertThat(pauses)
                .isEqualTo(List.of(
                        0L, 0L, 0L, 0L, 0L, 100L, 200L, 400L, 800L, 1600L, 3200L, 6400L, 12800L, 25600L, 30000L));
    }

    @Test
    void writesAnotherContentAtOnce() {
        fight();

        assertThat(writes.turn(OBJECT, 2)).isEmpty();
        writes.wrote(OBJECT, 2);
        assertThat(writes.turn(OBJECT, 2)).isEmpty();
    }

    @Test
    void isOverOnceARepairHasStood() {
        fight();
        writes.turn(OBJECT, 1).ifPresent(this::pass);
        writes.wrote(OBJECT, 1);

        pass(Duration.ofSeconds(5));

        for (int repair = 0; repair < 4; repair++) {
            assertThat(writes.turn(OBJECT, 1)).isEmpty();
            writes.wrote(OBJECT, 1);
        }
    }

    @Test
    void keepsObjectsApartAndForgetsTheDeleted() {
        fight();

        assertThat(writes.turn("configmaps shop/other", 1)).isEmpty();
        writes.forget(OBJECT);
        assertThat(writes.turn(OBJECT, 1)).isEqualTo(Optional.empty());
    }

    private void fight() {
        for (int write = 0; write < 6; write++) {
            writes.turn(OBJECT, 1).ifPresent(this::pass);
            writes.wrote(OBJECT, 1);
        }
        assertThat(writes.turn(OBJECT, 1)).isPresent();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
