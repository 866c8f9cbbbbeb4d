// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.windows;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.values.windows.CronField.Unit;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.Month;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A cron expression of five fields, as Vixie's cron reads it: lists, ranges, steps, English names of months and days. Where both days are
 * restricted one of them is enough; a day that begins with {@code *}, even with a step, is no restriction in this sense.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/crontab.5.html">crontab(5)</a>
 */
public final class Cron {
    private static final String EXAMPLE = "such as \"0 2 * * 6\": minute, hour, day of month, month, day of week";

    private final String text;
    private final CronField minute;
    private final CronField hour;
    private final CronField dayOfMonth;
    private final CronField month;
    private final CronField dayOfWeek;

    private Cron(String text, List<CronField> fields) {
        this.text = text;
        this.minute = fields.get(0);
        this.hour = fields.get(1);
        this.dayOfMonth = fields.get(2);
        this.month = fields.get(3);
        this.dayOfWeek = fields.get(4);
    }

    /** {@return the expression, or why it is none, or one that never comes} */
    public static Result<Cron> read(String text) {
        var words =
                Stream.of(text.split("[ \t]+")).filter(word -> !word.isEmpty()).toList();
        var units = Unit.values();
        if (words.size() != units.length) {
            return new Result.Not<>(GoText.quote(text) + " has not five fields, " + EXAMPLE);
        }
        Result<List<CronField>> fields = new Result.Ok<>(List.of());
        for (int number = 0; number < units.length; number++) {
            var field = CronField.read(words.get(number), units[number]);
            fields = fields.then(before -> field.map(
                    next -> Stream.concat(before.stream(), Stream.of(next)).toList()));
        }
        return fields.map(good -> new Cron(text, good))
                .then(cron -> cron.comes()
                        ? new Result.Ok<>(cron)
                        : new Result.Not<>(GoText.quote(text) + " never comes: no such month has such a day"));
    }

    /** {@return whether it comes on that day} */
    boolean allows(LocalDate date) {
        boolean ofMonth = dayOfMonth.allows(date.getDayOfMonth());
        boolean ofWeek = dayOfWeek.allows(date.getDayOfWeek().getValue() % 7);
        return month.allows(date.getMonthValue()) && (eitherDay() ? ofMonth || ofWeek : ofMonth && ofWeek);
    }

    /** {@return the times of a day that it allows, in order} */
    Stream<LocalTime> times() {
        return IntStream.range(0, 24)
                .filter(hour::allows)
                .boxed()
                .flatMap(hours -> IntStream.range(0, 60)
                        .filter(minute::allows)
                        .mapToObj(minutes -> LocalTime.of(hours, minutes)));
    }

    /**
     * {@return whether it comes at times of a day, not every so often} As in Vixie's cron such a time comes once, on the day on which clocks
     * are put back, and on which they are put forward.
     */
    boolean atFixedTimes() {
        return !minute.star() && !hour.star();
    }

    private boolean eitherDay() {
        return !dayOfMonth.star() && !dayOfWeek.star();
    }

    /** In 400 years every date that there is falls on every day of the week. */
    private boolean comes() {
        return eitherDay()
                || Stream.of(Month.values())
                        .filter(one -> month.allows(one.getValue()))
                        .anyMatch(
                                one -> IntStream.rangeClosed(1, one.maxLength()).anyMatch(dayOfMonth::allows));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cron cron && cron.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** {@return how it was written} */
    @Override
    public String toString() {
        return text;
    }
}
