// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.clocks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Until when somebody waits for an answer: one moment for all that is done for it, which comes early where the caller goes away. Who
 * works for the caller asks how much is left, and has what it waits for cancelled at the early end.
 */
public final class Deadline {
    private final LongSupplier nanos;
    private final long end;
    private final List<Runnable> cancellations = new ArrayList<>();
    private boolean abandoned;

    private Deadline(LongSupplier nanos, long end) {
        this.nanos = nanos;
        this.end = end;
    }

    /** Something that is waited for; closed when it has come. */
    public interface Wait extends AutoCloseable {
        @Override
        void close();
    }

    /** {@return the deadline that comes after so long} */
    public static Deadline in(Duration time, LongSupplier nanos) {
        return new Deadline(nanos, nanos.getAsLong() + time.toNanos());
    }

    /** {@return a deadline of its own that comes when this one does, and after so long at most} Abandoning this one does not abandon it. */
    public Deadline atMost(Duration time) {
        var left = left();
        return in(left.compareTo(time) < 0 ? left : time, nanos);
    }

    /** {@return how long the caller still waits; zero where it does not} */
    public synchronized Duration left() {
        return abandoned ? Duration.ZERO : Duration.ofNanos(Math.max(0, end - nanos.getAsLong()));
    }

    /** {@return whether there was a place before the end} Whoever has it gives it back. */
    public boolean takes(Semaphore place) {
        return takes(place, left());
    }

    /**
     * {@return whether there was a place before the end, and within so long} Whoever has it gives it back. A caller that goes away ends
     * the wait at once, and what was kept for it is free.
     */
    public boolean takes(Semaphore place, Duration longest) {
        var interruption = new Interruption(Thread.currentThread());
        try (var _ = during(interruption)) {
            if (!place.tryAcquire(Math.min(left().toNanos(), longest.toNanos()), TimeUnit.NANOSECONDS)) {
                return false;
            }
        } catch (InterruptedException _) {
            if (!interruption.isOurs()) {
                Thread.currentThread().interrupt();
            }
            return false;
        } finally {
            interruption.end();
        }
        if (left().isZero()) {
            place.release();
            return false;
        }
        return true;
    }

    /** {@return whether so much time was left, and has passed} A caller that goes away ends the pause at once. */
    public boolean pauses(Duration time) {
        if (time.compareTo(left()) >= 0) {
            return false;
        }
        // A place that never comes.
        var _ = takes(new Semaphore(0), time);
        return !left().isZero() && !Thread.currentThread().isInterrupted();
    }

    /** Nobody waits any more: whatever is waited for is cancelled. */
    public void abandon() {
        List<Runnable> waits;
        synchronized (this) {
            abandoned = true;
            waits = List.copyOf(cancellations);
            cancellations.clear();
        }
        waits.forEach(Runnable::run);
    }

    /** Has something cancelled should the caller go away, at once where it has; until the wait is closed. */
    public Wait during(Runnable cancellation) {
        boolean late;
        synchronized (this) {
            late = abandoned;
            cancellations.add(cancellation);
        }
        if (late) {
            cancellation.run();
        }
        return () -> forget(cancellation);
    }

    private synchronized void forget(Runnable cancellation) {
        cancellations.remove(cancellation);
    }

    /** Wakes a thread that waits for a place, and leaves it alone once it does not wait any more. */
    private static final class Interruption implements Runnable {
        private final Thread waiting;
        private boolean over;
        private boolean ours;

        Interruption(Thread waiting) {
            this.waiting = waiting;
        }

        @Override
        public synchronized void run() {
            if (!over) {
                ours = true;
                waiting.interrupt();
            }
        }

        synchronized boolean isOurs() {
            return ours;
        }

        /** Runs on the thread that waited, and takes back what came too late to wake it. */
        synchronized void end() {
            over = true;
            if (ours) {
                var _ = Thread.interrupted();
            }
        }
    }
}
