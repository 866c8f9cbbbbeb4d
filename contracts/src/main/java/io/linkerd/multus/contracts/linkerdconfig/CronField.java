// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.linkerdconfig;

import io.linkerd.multus.contracts.Result;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One of the five fields of a schedule: numbers, ranges and steps, with commas between. */
enum CronField {
    MINUTE("minute", 0, 59, ""),
    HOUR("hour", 0, 23, ""),
    DAY("day of the month", 1, 31, ""),
    MONTH("month", 1, 12, "    jan feb mar apr may jun jul aug sep oct nov dec "),
    /** Sunday is 0 and 7. */
    WEEKDAY("day of the week", 0, 7, "sun mon tue wed thu fri sat ");

    private static final Pattern ITEM =
            Pattern.compile("(?:[*?]|([0-9]{1,2}|[A-Za-z]{3})(?:-([0-9]{1,2}|[A-Za-z]{3}))?)(?:/([0-9]{1,2}))?");

    private static final int SUNDAY_TOO = 7;
    private static final int LENGTH_OF_NAMES = 4;

    private final String title;
    private final int lowest;
    private final int highest;
    /** Of the values from 0 on, each in four characters. */
    private final String names;

    CronField(String title, int lowest, int highest, String names) {
        this.title = title;
        this.lowest = lowest;
        this.highest = highest;
        this.names = names;
    }

    /** {@return whether a field says nothing} */
    static boolean isAny(String text) {
        return text.equals("*") || text.equals("?");
    }

    /** {@return a bit for each value, or what is wrong} */
    Result<Long> read(String text) {
        long bits = 0;
        for (var item : text.split(",", -1)) {
            long more = bits(ITEM.matcher(item));
            if (more == 0) {
                return new Result.Not<>(
                        "has " + Words.quoted(text) + " as " + title + ", which is from " + lowest + " to " + highest);
            }
            bits |= more;
        }
        boolean sundayToo = this == WEEKDAY && ((bits >> SUNDAY_TOO) & 1) == 1;
        return new Result.Ok<>(sundayToo ? (bits & ~(1L << SUNDAY_TOO)) | 1 : bits);
    }

    /** None where it cannot be read. */
    private long bits(Matcher item) {
        if (!item.matches()) {
            return 0;
        }
        boolean any = item.group(1) == null;
        int first = any ? lowest : number(item.group(1));
        int step = item.group(3) == null ? 1 : Integer.parseInt(item.group(3));
        boolean open = any || (item.group(2) == null && item.group(3) != null);
        int last = open ? lastOfAll() : item.group(2) == null ? first : number(item.group(2));
        if (first < lowest || last > highest || last < first || step == 0) {
            return 0;
        }
        long bits = 0;
        for (int each = first; each <= last; each += step) {
            bits |= 1L << each;
        }
        return bits;
    }

    private int lastOfAll() {
        return this == WEEKDAY ? highest - 1 : highest;
    }

    /** Beyond all of them where it is no name. */
    private int number(String text) {
        if (Character.isDigit(text.charAt(0))) {
            return Integer.parseInt(text);
        }
        int index = names.indexOf(text.toLowerCase(Locale.ROOT) + " ");
        return index < 0 ? highest + 1 : index / LENGTH_OF_NAMES;
    }
}
