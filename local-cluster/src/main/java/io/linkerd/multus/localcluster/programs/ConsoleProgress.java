// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A line for each step when it is done, with the time since the beginning and its own; a long step is heard of in between. */
public final class ConsoleProgress implements Progress {
    /** With what lies between two steps, nothing is silent for more than 15 s. */
    private static final Duration REMINDER = Duration.ofSeconds(10);

    private final PrintStream out;
    private final Duration reminder;
    private final long start = System.nanoTime();

    /** Prints to {@code out}; the beginning is now. */
    public ConsoleProgress(PrintStream out) {
        this(out, REMINDER);
    }

    ConsoleProgress(PrintStream out, Duration reminder) {
        this.out = out;
        this.reminder = reminder;
    }

    @Override
    public <T, E extends Exception> T step(String name, Step<T, E> step) throws E, InterruptedException {
        var begin = System.nanoTime();
        try (var reminders = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().factory())) {
            var reminding = reminders.scheduleAtFixedRate(
                    () -> line(name + ", for " + since(begin) + " now ..."),
                    reminder.toMillis(),
                    reminder.toMillis(),
                    TimeUnit.MILLISECONDS);
            try {
                var result = step.run();
                line(name + ": " + since(begin));
                return result;
            } finally {
                reminding.cancel(true);
            }
        }
    }

    @Override
    public void say(String line) {
        line(line);
    }

    private void line(String text) {
        var elapsed = Duration.ofNanos(System.nanoTime() - start);
        out.printf(Locale.ROOT, "[%6.1f s] %s%n", elapsed.toMillis() / 1000.0, text);
    }

    private static String since(long begin) {
        return Progress.text(Duration.ofNanos(System.nanoTime() - begin));
    }
}
