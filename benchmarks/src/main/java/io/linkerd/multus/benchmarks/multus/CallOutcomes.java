// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.multus;

import io.linkerd.multus.benchmarks.figures.Sample;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What calls took, in the order in which they were started.
 *
 * @param all from the start of the first to the end of the last
 */
record CallOutcomes(List<Ended> calls, Duration all) {
    private static final int MICROS = 1000;

    CallOutcomes {
        calls = List.copyOf(calls);
    }

    /**
     * How a call ended.
     *
     * @param status of the plugin's process; 128 and more where a signal ended it
     * @param micros from its start until it was reaped, in microseconds
     * @param kibibytes the most that the process held in memory; 0 is less than the kernel counts at once
     */
    record Ended(int status, long micros, long kibibytes) {}

    /** Reads what the program says that makes the calls: a line for each call, and one for all. */
    static CallOutcomes read(String said) {
        var lines = said.lines().toList();
        var calls = lines.subList(0, lines.size() - 1).stream()
                .map(CallOutcomes::ended)
                .toList();
        return new CallOutcomes(calls, Duration.of(Long.parseLong(lines.getLast()), ChronoUnit.MICROS));
    }

    private static Ended ended(String line) {
        var parts = line.split(" ", -1);
        return new Ended(Integer.parseInt(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }

    /** {@return every second one, from {@code first} on: of calls in turn, those of one kind} */
    CallOutcomes everySecond(int first) {
        var some = IntStream.range(0, calls.size())
                .filter(index -> index % 2 == first)
                .mapToObj(calls::get)
                .toList();
        return new CallOutcomes(some, all);
    }

    /** {@return how many failed} */
    long failures() {
        return calls.stream().filter(call -> call.status() != 0).count();
    }

    Sample milliseconds() {
        return sample(call -> (double) call.micros() / MICROS);
    }

    Sample kibibytes() {
        return sample(Ended::kibibytes);
    }

    private Sample sample(ToDoubleFunction<Ended> value) {
        return Sample.of(calls.stream().mapToDouble(value).boxed().toList());
    }
}
