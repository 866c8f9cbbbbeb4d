// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cases;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quicktheories.api.AsString;
import org.quicktheories.core.Reporter;

/** Fails a test with the smallest case that was found, the failure there, and how to have the same cases again. */
final class RepeatableFailure implements Reporter {

    @Override
    public void falisification(
            long seed, int examplesUsed, Object smallest, List<Object> examples, AsString<Object> toString) {
        throw failure(seed, examplesUsed, toString.asString(smallest), null);
    }

    @Override
    public void falisification(
            long seed,
            int examplesUsed,
            Object smallest,
            Throwable cause,
            List<Object> examples,
            AsString<Object> toString) {
        throw failure(seed, examplesUsed, toString.asString(smallest), cause);
    }

    @Override
    public void valuesExhausted(int completedExamples) {
        throw new AssertionError("No more than " + completedExamples + " cases meet what the property assumes");
    }

    /** The seed comes first: what a case holds may be too strange for whoever prints the rest. */
    private static AssertionError failure(long seed, int tried, String smallest, @Nullable Throwable cause) {
        return new AssertionError(
                "Does not hold for case %d (the same cases again: -DQT_SEED=%d); the smallest found is%n%s"
                        .formatted(tried, seed, printable(smallest)),
                cause);
    }

    private static String printable(String text) {
        return text.codePoints()
                .mapToObj(point -> isPrintable(point) ? Character.toString(point) : "\\u{%x}".formatted(point))
                .collect(Collectors.joining());
    }

    private static boolean isPrintable(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.SURROGATE, Character.UNASSIGNED, Character.PRIVATE_USE -> point == '\n';
            default -> true;
        };
    }
}
