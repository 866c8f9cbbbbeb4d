// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a reading of a text costs as the text grows. It is measured by the processor time of one thread, so a busy machine does not change
 * it, and the least of several rounds counts.
 */
public final class Effort {
    private static final int ROUNDS = 7;
    private static final int SMALLEST = 1_200;
    private static final int DOUBLINGS = 3;

    /** Three doublings are 8 times the text; n log n takes 11 times as long, n² 64 times. */
    private static final int MOST = 24;

    /** Below this a processor's clock says little. */
    private static final long LEAST_NANOS = 100_000;

    private Effort() {}

    /** Asserts that a text of twice as many pieces is read in about twice the time, three times over. */
    public static void assertLinear(IntFunction<String> text, Function<String, ?> reading) {
        var texts = IntStream.rangeClosed(0, DOUBLINGS)
                .mapToObj(doublings -> text.apply(SMALLEST << doublings))
                .toList();
        var least = new ArrayList<Long>(texts.stream().map(_ -> Long.MAX_VALUE).toList());
        for (int round = 0; round < ROUNDS; round++) {
            for (int size = 0; size < texts.size(); size++) {
                least.set(size, Math.min(least.get(size), nanos(texts.get(size), reading)));
            }
        }
        assertThat(least.getLast())
                .as("ns for texts that double: %s", least)
                .isLessThan(MOST * Math.max(LEAST_NANOS, least.getFirst()));
    }

    /** {@return a text of so many pieces between its begin and its end; each {@code #} of a piece is its number} */
    public static String text(String begin, String piece, String between, String end, int pieces) {
        return IntStream.range(0, pieces)
                .mapToObj(piece.contains("#") ? index -> piece.replace("#", "%018d".formatted(index)) : _ -> piece)
                .collect(Collectors.joining(between, begin, end));
    }

    private static long nanos(String text, Function<String, ?> reading) {
        var threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        var read = reading.apply(text);
        long nanos = threads.getCurrentThreadCpuTime() - start;
        assertThat(read).isNotNull();
        return nanos;
    }
}
