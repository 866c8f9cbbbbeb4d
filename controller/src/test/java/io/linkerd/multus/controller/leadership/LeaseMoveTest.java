// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeaseMoveTest {
    private static final Duration DURATION = Duration.ofSeconds(15);

    @Test
    void createsALeaseWhereThereIsNone() {
        assertThat(LeaseMove.decide(Optional.empty(), "me", Duration.ZERO)).isEqualTo(new LeaseMove.Create());
    }

    @Test
    void takesAReleasedLease() {
        assertThat(decide(Optional.empty(), Duration.ZERO)).isEqualTo(new LeaseMove.Take(true));
    }

    @Test
    void takesItsOwnLeaseBackAtOnce() {
        assertThat(decide(Optional.of("me"), Duration.ZERO)).isEqualTo(new LeaseMove.Take(false));
    }

    @Test
    void waitsForAnotherHolderAsLongAsItMayLead() {
        assertThat(decide(Optional.of("other"), DURATION.minusNanos(1))).isEqualTo(new LeaseMove.Wait());
    }

    @Test
    void takesTheLeaseOfAHolderThatFellSilent() {
        assertThat(decide(Optional.of("other"), DURATION)).isEqualTo(new LeaseMove.Take(true));
    }

    private static LeaseMove decide(Optional<String> holder, Duration unchangedFor) {
        return LeaseMove.decide(Optional.of(new LeaseReading("1", holder, DURATION)), "me", unchangedFor);
    }
}
