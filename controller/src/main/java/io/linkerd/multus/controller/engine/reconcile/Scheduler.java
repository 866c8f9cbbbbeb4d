// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.reconcile;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** On which threads a loop works, and when: those of the process, or what a test does in their place. */
interface Scheduler {
    /** {@return a clock for durations, as {@link System#nanoTime()}} */
    long nanos();

    /** Runs the task at once, on a thread of its own. */
    void run(Runnable task);

    /** Runs the task on a thread of its own, not before that time is over. */
    void runAfter(Duration delay, Runnable task);

    /** {@return virtual threads of that name} */
    static Scheduler ofTheProcess(String name) {
        return new Scheduler() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public void run(Runnable task) {
                Thread.ofVirtual().name(name).start(task);
            }

            @Override
            public void runAfter(Duration delay, Runnable task) {
                CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS, this::run)
                        .execute(task);
            }
        };
    }
}
