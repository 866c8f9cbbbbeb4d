// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.clocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeadlineTest {
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger cancelled = new AtomicInteger();
    private final Deadline deadline = Deadline.in(Duration.ofSeconds(4), nanos::get);

    @Test
    void isOneForAllThatIsDone() {
        nanos.addAndGet(Duration.ofSeconds(3).toNanos());
        assertThat(deadline.left()).isEqualTo(Duration.ofSeconds(1));

        nanos.addAndGet(Duration.ofSeconds(3).toNanos());
        assertThat(deadline.left()).isZero();
    }

    @Test
    void endsEarlyWithWhatIsWaitedFor() {
        try (var _ = deadline.during(cancelled::incrementAndGet)) {
            deadline.abandon();
            deadline.abandon();
        }

        assertThat(cancelled).hasValue(1);
        assertThat(deadline.left()).isZero();
    }

    @Test
    void cancelsAtOnceWhatBeginsAfterItsEarlyEnd() {
        deadline.abandon();

        try (var _ = deadline.during(cancelled::incrementAndGet)) {
            assertThat(cancelled).hasValue(1);
        }
    }

    @Test
    void takesAPlaceThatIsFreeAndNoneAfterTheEnd() {
        var place = new Semaphore(1);
        assertThat(deadline.takes(place)).isTrue();
        place.release();

        deadline.abandon();

        assertThat(deadline.takes(place)).isFalse();
        assertThat(place.availablePermits()).isOne();
    }

    @Test
    void waitsForAPlaceUntilTheEnd() {
        var soon = Deadline.in(Duration.ofMillis(20), System::nanoTime);

        assertThat(soon.takes(new Semaphore(0))).isFalse();
        assertThat(soon.left()).isZero();
    }

    /** It waited on for up to 30 s, and held what was to be judged, which was counted for nobody any more. */
    @Test
    void aCallerThatGoesAwayEndsTheWaitForAPlace() throws Exception {
        var place = new Semaphore(0);
        var caller = Deadline.in(Duration.ofMinutes(10), System::nanoTime);
        var ended = new CompletableFuture<List<Boolean>>();
        var waiting = Thread.ofPlatform()
                .start(() -> ended.complete(
                        List.of(caller.takes(place), Thread.currentThread().isInterrupted())));
        while (!place.hasQueuedThreads()) {
            Thread.onSpinWait();
        }

        caller.abandon();

        assertThat(ended.get(1, TimeUnit.MINUTES)).as("taken, interrupted").containsExactly(false, false);
        waiting.join();
        place.release();
        assertThat(place.availablePermits()).isOne();
    }

    @Test
    void whoIsInterruptedTakesNoPlace() {
        Thread.currentThread().interrupt();

        assertThat(deadline.takes(new Semaphore(0))).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void pausesWhereThatMuchTimeIsLeft() {
        var soon = Deadline.in(Duration.ofMinutes(10), System::nanoTime);
        var begin = System.nanoTime();

        assertThat(soon.pauses(Duration.ofMillis(5))).isTrue();
        assertThat(System.nanoTime() - begin)
                .isGreaterThanOrEqualTo(Duration.ofMillis(5).toNanos());
        assertThat(soon.pauses(Duration.ofMinutes(11))).isFalse();
    }

    @Test
    void aCallerThatGoesAwayEndsThePause() throws Exception {
        var caller = Deadline.in(Duration.ofMinutes(10), System::nanoTime);
        var paused = new CompletableFuture<Boolean>();
        var waiting = Thread.ofPlatform().start(() -> paused.complete(caller.pauses(Duration.ofMinutes(9))));
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        caller.abandon();

        assertThat(paused.get(1, TimeUnit.MINUTES)).isFalse();
        waiting.join();
    }

    @Test
    void leavesAloneWhatHasCome() {
        deadline.during(cancelled::incrementAndGet).close();

        deadline.abandon();

        assertThat(cancelled).hasValue(0);
    }
}
