// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a figure is held to. */
public sealed interface Bound {
    /** Nothing: it is shown, and never fails. */
    record None() implements Bound {}

    /** It may not be more than so much, in its unit. */
    record AtMost(double limit) implements Bound {}

    /** It has to be so much. */
    record Exactly(double value) implements Bound {}

    /** It counts what may not happen, in no round at all. */
    record Never() implements Bound {}

    /** It may not be more than so many times a baseline's. */
    record AtMostTimes(double factor, Baseline baseline) implements Bound {}

    /** It has to be so many times a baseline's, or more. */
    record AtLeastTimes(double factor, Baseline baseline) implements Bound {}

    /** It holds in a run that has the bound's baseline; there are runs without. */
    record WhereMeasured(AtLeastTimes bound) implements Bound {}

    /** It has to keep all of these. */
    record All(List<Bound> bounds) implements Bound {
        public All {
            bounds = List.copyOf(bounds);
        }
    }

    /** {@return that all of these have to be kept} */
    static Bound all(Bound... bounds) {
        return new All(List.of(bounds));
    }

    /** {@return whether {@code measured} keeps to it} */
    default Verdict judge(Measured measured) {
        var ours = measured.ours().median();
        return switch (this) {
            case None _ -> Verdict.NONE;
            case AtMost(var limit) -> Verdict.of(ours <= limit);
            case Exactly(var value) ->
                Verdict.of(measured.ours().lowest() == value && measured.ours().highest() == value);
            case Never _ -> Verdict.of(measured.ours().highest() == 0);
            case AtMostTimes(var factor, var baseline) -> Verdict.of(ours <= factor * measured.of(baseline));
            case AtLeastTimes(var factor, var baseline) -> Verdict.of(ours >= factor * measured.of(baseline));
            case WhereMeasured(var bound) -> measured.has(bound.baseline()) ? bound.judge(measured) : Verdict.PASS;
            case All(var bounds) ->
                Verdict.of(bounds.stream().allMatch(bound -> bound.judge(measured) == Verdict.PASS));
        };
    }

    /** {@return it in a few signs, as {@code ≤ 180.0 MiB}} */
    default String text(Unit unit) {
        return switch (this) {
            case None _ -> "";
            case AtMost(var limit) -> "≤ " + unit.text(limit) + unit.suffix();
            case Exactly(var value) -> unit.text(value) + unit.suffix();
            case Never _ -> "never";
            case AtMostTimes(var factor, var baseline) -> "≤ " + times(factor, baseline);
            case AtLeastTimes(var factor, var baseline) -> "≥ " + times(factor, baseline);
            case WhereMeasured(var bound) -> bound.text(unit) + " if asked";
            case All(var bounds) ->
                bounds.stream().map(bound -> bound.text(unit)).collect(Collectors.joining(", "));
        };
    }

    private static String times(double factor, Baseline baseline) {
        return String.format(Locale.ROOT, "%.2f × %s", factor, baseline.title());
    }
}
