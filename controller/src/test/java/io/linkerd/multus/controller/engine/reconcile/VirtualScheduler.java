// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.reconcile;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Threads and timers of a test: everything happens in the test's own thread, and time passes when the test says so. */
final class VirtualScheduler implements Scheduler {
    private record Timer(Duration due, int number, Runnable task) {}

    /** Two seconds before the monotonic clock wraps. */
    private static final long START = Long.MAX_VALUE - Duration.ofSeconds(2).toNanos();

    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparing(Timer::due).thenComparingInt(Timer::number));
    private Duration now = Duration.ZERO;
    private int number;

    @Override
    public long nanos() {
        return START + now.toNanos();
    }

    @Override
    public void run(Runnable task) {
        runAfter(Duration.ZERO, task);
    }

    @Override
    public void runAfter(Duration delay, Runnable task) {
        timers.add(new Timer(now.plus(delay), number++, task));
    }

    /** {@return the time since the start} */
    Duration now() {
        return now;
    }

    /** Lets so much time pass, and everything happen that is due meanwhile; may be called from within what happens. */
    void pass(Duration time) {
        var end = now.plus(time);
        for (var timer = timers.peek(); timer != null && timer.due().compareTo(end) <= 0; timer = timers.peek()) {
            timers.remove();
            now = timer.due().compareTo(now) > 0 ? timer.due() : now;
            timer.task().run();
        }
        now = end.compareTo(now) > 0 ? end : now;
    }
}
