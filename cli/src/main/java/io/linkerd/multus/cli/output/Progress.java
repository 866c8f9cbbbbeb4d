// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.output;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Tells on stderr how far long work is: on one line that is written over and cleared at the end. Nothing is written where stderr is no
 * terminal, and nothing in the first second.
 */
public final class Progress implements AutoCloseable {
    private static final Duration QUIET = Duration.ofSeconds(1);
    private static final Duration BEAT = Duration.ofMillis(250);
    private static final int STDERR = 2;

    /** One column less than the narrowest terminal has: the line never breaks, so that it can be cleared. */
    private static final int COLUMNS = 79;

    private static final String CLEARED = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean shown;
    private final LongSupplier nanos;
    private final long begin;
    private String step = "";
    private String written = "";
    private boolean closed;

    /**
     * Begins.
     *
     * @param shown whether {@code err} is a terminal that can clear a line
     * @param nanos a clock for durations
     */
    Progress(PrintWriter err, boolean shown, LongSupplier nanos) {
        this.err = err;
        this.shown = shown;
        this.nanos = nanos;
        this.begin = nanos.getAsLong();
    }

    /** {@return one that begins now, for the stderr of this process} */
    public static Progress begin(Terminal terminal, Map<String, String> environment) {
        boolean isShown = !environment.getOrDefault("TERM", "dumb").equals("dumb") && Descriptor.isTerminal(STDERR);
        var progress = new Progress(terminal.err(), isShown, System::nanoTime);
        if (isShown) {
            Thread.ofVirtual().name("progress").start(progress::beat);
        }
        return progress;
    }

    /** Says what is being done now, as in {@code reading pods (12,000)}. */
    public synchronized void step(String words) {
        step = words;
        tell();
    }

    /** Clears the line. What is said after it is not shown. */
    @Override
    public synchronized void close() {
        closed = true;
        show("");
    }

    /**
     * Writes the step once the first second has passed, though no step may end for a while.
     *
     * @return whether there will be more to tell
     */
    synchronized boolean tell() {
        if (!closed && nanos.getAsLong() - begin >= QUIET.toNanos()) {
            show(step);
        }
        return !closed;
    }

    private void show(String words) {
        var line = cut(Wrapped.line(words));
        if (!shown || line.equals(written)) {
            return;
        }
        err.print(CLEARED + line);
        err.flush();
        written = line;
    }

    private static String cut(String line) {
        return line.codePointCount(0, line.length()) <= COLUMNS
                ? line
                : line.substring(0, line.offsetByCodePoints(0, COLUMNS));
    }

    private void beat() {
        try {
            while (tell()) {
                Thread.sleep(BEAT);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
