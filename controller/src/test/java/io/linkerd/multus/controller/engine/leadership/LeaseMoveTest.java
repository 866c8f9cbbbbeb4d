// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeaseMoveTest {
    private static final Duration DURATION = Duration.ofSeconds(15);

    @Test
    void createsALeaseWhereThereIsNone() {
        assertThat(LeaseMove.of(Optional.empty(), "me", Duration.ZERO)).isEqualTo(new LeaseMove.Create());
    }

    @Test
    void takesAReleasedLease() {
        assertThat(moveOn(Optional.empty(), Duration.ZERO)).isEqualTo(new LeaseMove.Take(true));
    }

    @Test
    void takesItsOwnLeaseBackAtOnce() {
        assertThat(moveOn(Optional.of("me"), Duration.ZERO)).isEqualTo(new LeaseMove.Take(false));
    }

    @Test
    void waitsForAnotherHolderAsLongAsItMayLead() {
        assertThat(moveOn(Optional.of("other"), DURATION.minusNanos(1))).isEqualTo(new LeaseMove.Wait());
    }

    @Test
    void takesTheLeaseOfAHolderThatFellSilent() {
        assertThat(moveOn(Optional.of("other"), DURATION)).isEqualTo(new LeaseMove.Take(true));
    }

    private static LeaseMove moveOn(Optional<String> holder, Duration unchangedFor) {
        return LeaseMove.of(Optional.of(new LeaseState("1", holder, DURATION)), "me", unchangedFor);
    }
}
