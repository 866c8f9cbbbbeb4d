// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.windows;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import java.util.List;
import java.util.Locale;

/**
 * One of the five fields of a cron expression.
 *
 * @param values bit n is set where the field allows n
 * @param star whether it begins with {@code *}, with or without a step
 */
record CronField(long values, boolean star) {

    /** Which numbers and names a field takes. */
    enum Unit {
        MINUTE("minute", 0, 59, ""),
        HOUR("hour", 0, 23, ""),
        DAY_OF_MONTH("day of month", 1, 31, ""),
        MONTH("month", 1, 12, "jan, feb, mar, apr, may, jun, jul, aug, sep, oct, nov, dec"),
        /** 0 and 7 are Sunday. */
        DAY_OF_WEEK("day of week", 0, 7, "sun, mon, tue, wed, thu, fri, sat");

        private final String title;
        private final int lowest;
        private final int highest;
        private final String names;

        Unit(String title, int lowest, int highest, String names) {
            this.title = title;
            this.lowest = lowest;
            this.highest = highest;
            this.names = names;
        }

        private Result<Integer> number(String text) {
            int name = List.of(names.split(", ", -1)).indexOf(text.toLowerCase(Locale.ROOT));
            if (name >= 0 && !text.isEmpty()) {
                return new Result.Ok<>(name + lowest);
            }
            int number = text.length() <= 2 && text.chars().allMatch(CronField::isDigit) && !text.isEmpty()
                    ? Integer.parseInt(text)
                    : -1;
            return lowest <= number && number <= highest
                    ? new Result.Ok<>(number)
                    : refused(
                            text,
                            "is no number from " + lowest + " to " + highest
                                    + (names.isEmpty() ? "" : ", and none of " + names));
        }

        private <T> Result<T> refused(String text, String why) {
            return new Result.Not<>("the " + title + ": " + GoText.quote(text) + " " + why);
        }
    }

    private static final int SUNDAY_TOO = 7;

    /** {@return the field, or what is wrong with it} */
    static Result<CronField> read(String text, Unit unit) {
        long values = 0;
        for (var part : text.split(",", -1)) {
            switch (part(part, unit)) {
                case Result.Ok<Long>(var bits) -> values |= bits;
                case Result.Not<Long>(var reason) -> {
                    return new Result.Not<>(reason);
                }
            }
        }
        if (unit == Unit.DAY_OF_WEEK && (values & 1L << SUNDAY_TOO) != 0) {
            values = (values & ~(1L << SUNDAY_TOO)) | 1;
        }
        return new Result.Ok<>(new CronField(values, text.startsWith("*")));
    }

    boolean allows(int value) {
        return (values & 1L << value) != 0;
    }

    private static Result<Long> part(String part, Unit unit) {
        int slash = part.indexOf('/');
        var range = slash < 0 ? part : part.substring(0, slash);
        if (slash >= 0 && !range.equals("*") && range.indexOf('-') < 0) {
            return unit.refused(part, "has a step, which only * and a range like 0-30 can have");
        }
        return step(slash < 0 ? "1" : part.substring(slash + 1), part, unit)
                .then(step -> ends(range, unit)
                        .then(ends -> ends.first() <= ends.last()
                                ? new Result.Ok<>(bits(ends, step))
                                : unit.refused(part, "ends before it begins")));
    }

    private record Ends(int first, int last) {}

    private static Result<Ends> ends(String range, Unit unit) {
        if (range.equals("*")) {
            // 7 is Sunday a second time: with a step it must not count as a day of its own.
            return new Result.Ok<>(new Ends(unit.lowest, unit == Unit.DAY_OF_WEEK ? 6 : unit.highest));
        }
        int dash = range.indexOf('-');
        if (dash < 0) {
            return unit.number(range).map(number -> new Ends(number, number));
        }
        return unit.number(range.substring(0, dash))
                .then(first -> unit.number(range.substring(dash + 1)).map(last -> new Ends(first, last)));
    }

    private static Result<Integer> step(String text, String part, Unit unit) {
        boolean good = !text.isEmpty() && text.length() <= 2 && text.chars().allMatch(CronField::isDigit);
        int step = good ? Integer.parseInt(text) : 0;
        return step > 0 ? new Result.Ok<>(step) : unit.refused(part, "has no step from 1 to 99");
    }

    private static long bits(Ends ends, int step) {
        long bits = 0;
        for (int value = ends.first(); value <= ends.last(); value += step) {
            bits |= 1L << value;
        }
        return bits;
    }

    private static boolean isDigit(int character) {
        return '0' <= character && character <= '9';
    }
}
