// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.clocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WakeupsTest {
    private static final Duration AT_ONCE = Duration.ZERO;
    private static final Duration LONG = Duration.ofMinutes(5);

    private final Wakeups wakeups = new Wakeups();

    @Test
    void aSignalBeforeTheWaitSparesIt() throws Exception {
        wakeups.signal();

        assertThat(wakeups.await(LONG)).isTrue();
    }

    @Test
    void manySignalsAreOne() throws Exception {
        wakeups.signal();
        wakeups.signal();

        assertThat(wakeups.await(LONG)).isTrue();
        assertThat(wakeups.await(AT_ONCE)).isFalse();
    }

    @Test
    void aSignalEndsTheWait() throws Exception {
        var woken = CompletableFuture.supplyAsync(() -> {
            try {
                return wakeups.await(LONG);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        wakeups.signal();

        assertThat(woken.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aPauseKeepsTheSignalForLater() throws Exception {
        wakeups.signal();
        wakeups.pause(Duration.ofMillis(1));

        assertThat(wakeups.await(AT_ONCE)).isTrue();
    }

    @Test
    void whoSignalsMayWaitUntilThatIsTakenUp() throws Exception {
        wakeups.signal();
        var taken = CompletableFuture.runAsync(() -> {
            try {
                wakeups.awaitTaken(LONG);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(taken).isNotDone();

        wakeups.await(AT_ONCE);

        taken.get(20, TimeUnit.SECONDS);
        wakeups.awaitTaken(LONG); // nothing to be taken up
    }

    @Test
    void onceStoppedNobodyWaitsAnyMore() throws Exception {
        wakeups.stop();

        assertThat(wakeups.isStopped()).isTrue();
        wakeups.pause(LONG);
        assertThat(wakeups.await(LONG)).isTrue();
        assertThat(wakeups.await(LONG)).isTrue();
    }
}
