// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.windows;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.time.zone.ZoneRules;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Windows that open again and again. Each stays open for its duration, whatever clocks do meanwhile. A fixed time that clocks jump over
 * opens the window at the jump; one that they show twice opens it the first time.
 *
 * @param start when it opens, by the clocks of the zone
 * @param duration for which it stays open
 * @param zone whose clocks these are
 */
public record Window(Cron start, Duration duration, ZoneId zone) {
    /** A window that is longer is no window: a week has every hour once. */
    public static final Duration LONGEST = Duration.ofDays(7);

    /** February 29 falls on a given day of the week once in 28 years, or in 40 across a year like 2100. */
    private static final int FURTHEST_DAYS = 41 * 366;

    private static final Duration SHORTEST = Duration.ofMinutes(1);

    /**
     * {@return the window, or why there cannot be one, with the name of the field}
     *
     * @param start a cron expression
     * @param duration as in {@code PT4H} (ISO 8601)
     * @param timeZone name of the IANA database, as in {@code Europe/Berlin} or {@code UTC}
     */
    public static Result<Window> read(String start, String duration, String timeZone) {
        return named("start", Cron.read(start))
                .then(cron -> named("duration", length(duration))
                        .then(length -> named("timeZone", zone(timeZone)).map(zone -> new Window(cron, length, zone))));
    }

    /** {@return whether work may begin now} */
    public boolean isOpen(Instant now) {
        var oldest = dateOf(now.minus(duration)).minusDays(1);
        return oldest.datesUntil(dateOf(now).plusDays(2))
                .filter(start::allows)
                .flatMap(this::openings)
                .anyMatch(opening -> !opening.isAfter(now) && now.isBefore(opening.plus(duration)));
    }

    /** {@return when it opens next, after this moment} Empty where it does not within {@value #FURTHEST_DAYS} days. */
    public Optional<Instant> nextOpening(Instant now) {
        var yesterday = dateOf(now).minusDays(1);
        return yesterday
                .datesUntil(yesterday.plusDays(FURTHEST_DAYS))
                .filter(start::allows)
                .flatMap(date ->
                        openings(date).filter(opening -> opening.isAfter(now)).min(Comparator.naturalOrder()).stream())
                .findFirst();
    }

    private LocalDate dateOf(Instant moment) {
        return LocalDate.ofInstant(moment, zone);
    }

    private Stream<Instant> openings(LocalDate date) {
        var rules = zone.getRules();
        return start.times().flatMap(time -> {
            var local = date.atTime(time);
            var offsets = rules.getValidOffsets(local);
            return offsets.isEmpty()
                    ? jump(rules, local)
                    : offsets.stream().limit(start.atFixedTimes() ? 1 : 2).map(local::toInstant);
        });
    }

    private Stream<Instant> jump(ZoneRules rules, LocalDateTime skipped) {
        return start.atFixedTimes() ? Stream.of(rules.getTransition(skipped).getInstant()) : Stream.of();
    }

    private static Result<Duration> length(String text) {
        try {
            var duration = Duration.parse(text);
            return duration.compareTo(SHORTEST) >= 0 && duration.compareTo(LONGEST) <= 0
                    ? new Result.Ok<>(duration)
                    : new Result.Not<>(GoText.quote(text) + " is not from PT1M to P7D");
        } catch (DateTimeParseException _) {
            return new Result.Not<>(GoText.quote(text) + " is no duration such as PT4H or PT90M");
        }
    }

    /** Java takes offsets and abbreviations, too, of which the database knows nothing. */
    private static Result<ZoneId> zone(String name) {
        return ZoneId.getAvailableZoneIds().contains(name) && !name.startsWith("SystemV/")
                ? new Result.Ok<>(ZoneId.of(name))
                : new Result.Not<>(GoText.quote(name) + " is no time zone of the IANA database such as Europe/Berlin");
    }

    private static <T> Result<T> named(String field, Result<T> result) {
        return result instanceof Result.Not<T>(var reason) ? new Result.Not<>(field + ": " + reason) : result;
    }
}
