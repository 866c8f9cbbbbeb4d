// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PausesTest {
    private static List<Long> six(Duration look) {
        return Stream.iterate(Pauses.after(look), pauses -> pauses.next(look))
                .limit(6)
                .map(pauses -> pauses.pause().toSeconds())
                .toList();
    }

    /** Each two seconds the whole cluster was read, for five minutes. */
    @Test
    void whatStaysWrongIsLookedAtLessAndLess() {
        assertThat(six(Duration.ofMillis(100))).containsExactly(2L, 4L, 8L, 16L, 30L, 30L);
    }

    @Test
    void theApiServerRestsAsLongAsItWasBusy() {
        assertThat(six(Duration.ofSeconds(12))).containsExactly(12L, 24L, 30L, 30L, 30L, 30L);
        assertThat(six(Duration.ofSeconds(40))).containsOnly(40L);
    }

    @Test
    void theLastLookIsAtTheEndOfTheTime() {
        var pauses = Pauses.after(Duration.ofSeconds(12));

        assertThat(pauses.within(Duration.ofSeconds(5))).isEqualTo(Duration.ofSeconds(5));
        assertThat(pauses.within(Duration.ofSeconds(50))).isEqualTo(Duration.ofSeconds(12));
        assertThat(pauses.within(Duration.ofSeconds(-1))).isZero();
    }
}
