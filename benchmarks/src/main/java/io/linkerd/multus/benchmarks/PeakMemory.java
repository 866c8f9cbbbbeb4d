// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks;

import io.linkerd.multus.localcluster.processes.ResidentMemory;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Looks at a process' memory again and again, and knows the most that it saw. */
public final class PeakMemory implements AutoCloseable {
    private static final Duration EVERY = Duration.ofMillis(250);
    private static final double KIBIBYTES = 1 << 10;

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final AtomicLong most = new AtomicLong();

    /** A look at a process. */
    public interface Look {
        ResidentMemory now() throws IOException;
    }

    private PeakMemory() {}

    /** Begins to look. */
    public static PeakMemory follow(Look look) {
        var peak = new PeakMemory();
        var _ = peak.clock.scheduleAtFixedRate(() -> peak.note(look), 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
        return peak;
    }

    /** {@return the most so far} */
    public double mebibytes() {
        return most.get() / KIBIBYTES;
    }

    /** {@return all of it} */
    public static double mebibytes(ResidentMemory memory) {
        return memory.totalKibibytes() / KIBIBYTES;
    }

    /** {@return what is the process' alone} */
    public static double privateMebibytes(ResidentMemory memory) {
        return memory.privateKibibytes() / KIBIBYTES;
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }

    private void note(Look look) {
        try {
            most.accumulateAndGet(look.now().totalKibibytes(), Math::max);
        } catch (IOException _) {
            // it has not begun yet, or has ended
        }
    }
}
