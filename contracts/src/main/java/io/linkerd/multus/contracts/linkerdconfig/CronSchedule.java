// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.linkerdconfig;

import io.linkerd.multus.contracts.Result;
import java.util.List;

/**
 * The minutes at which something begins, by five fields as crontab(5) has them: minute, hour, day of the month, month, day of the week. Where both
 * days are said, either is enough.
 *
 * @param minutes bit n for minute n; likewise the others, with Sunday as day 0 of the week
 * @param anyDay whether the day of the month is not said
 * @param anyWeekday whether the day of the week is not said
 */
public record CronSchedule(
        long minutes, long hours, long days, long months, long weekdays, boolean anyDay, boolean anyWeekday) {
    private static final int FIELDS = 5;
    /** The most days that a month has, in a leap year. */
    private static final List<Integer> LONGEST_MONTHS = List.of(31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31);

    /** {@return the schedule, or what is wrong with it} */
    public static Result<CronSchedule> read(String text) {
        if (text.startsWith("@")) {
            return new Result.Not<>("is a word; write five fields, for example 0 2 * * 6 for Saturdays at 02:00");
        }
        var fields = text.strip().split("[ \\t]+", -1);
        if (fields.length != FIELDS) {
            return new Result.Not<>("has " + fields.length
                    + " fields; it has five: minute, hour, day of the month, month, day of the week");
        }
        return CronField.MINUTE
                .read(fields[0])
                .then(minutes -> CronField.HOUR
                        .read(fields[1])
                        .then(hours -> CronField.DAY
                                .read(fields[2])
                                .then(days -> CronField.MONTH
                                        .read(fields[3])
                                        .then(months -> CronField.WEEKDAY
                                                .read(fields[4])
                                                .then(weekdays -> checked(new CronSchedule(
                                                        minutes,
                                                        hours,
                                                        days,
                                                        months,
                                                        weekdays,
                                                        CronField.isAny(fields[2]),
                                                        CronField.isAny(fields[4]))))))));
    }

    private static Result<CronSchedule> checked(CronSchedule schedule) {
        return schedule.comes()
                ? new Result.Ok<>(schedule)
                : new Result.Not<>("never comes: no such month has that day");
    }

    private boolean comes() {
        if (!anyWeekday || anyDay) {
            return true;
        }
        for (int month = 1; month <= LONGEST_MONTHS.size(); month++) {
            if (has(months, month) && Long.numberOfTrailingZeros(days) <= LONGEST_MONTHS.get(month - 1)) {
                return true;
            }
        }
        return false;
    }

    /**
     * {@return whether a minute of this time of day begins it}
     *
     * @param hour 0 to 23
     */
    public boolean isTime(int hour, int minute) {
        return has(hours, hour) && has(minutes, minute);
    }

    /**
     * {@return whether it begins on such a day}
     *
     * @param month 1 to 12
     * @param day of the month, from 1 on
     * @param weekday 0 for Sunday to 6
     */
    public boolean isDay(int month, int day, int weekday) {
        boolean byDay = has(days, day);
        boolean byWeekday = has(weekdays, weekday);
        boolean both = anyDay || anyWeekday;
        return has(months, month) && (both ? byDay && byWeekday : byDay || byWeekday);
    }

    private static boolean has(long bits, int index) {
        return ((bits >> index) & 1) == 1;
    }
}
