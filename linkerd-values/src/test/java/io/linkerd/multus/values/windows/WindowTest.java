// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.windows;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WindowTest {

    /** A time, and when a window opens next. */
    record Opening(String start, String zone, String now, String next) {}

    static Stream<Opening> openings() {
        return Stream.of(
                // Saturday
                new Opening("0 2 * * 6", "Europe/Berlin", "2026-11-26T21:00:00Z", "2026-11-28T01:00:00Z"),
                new Opening("0 2 * * SAT", "UTC", "2026-11-28T02:00:00Z", "2026-12-05T02:00:00Z"),
                new Opening("0 2 * * 7", "UTC", "2026-11-28T02:00:00Z", "2026-11-29T02:00:00Z"),
                new Opening("0 0 1-7/3 jan,Jul *", "UTC", "2026-07-01T00:00:00Z", "2026-07-04T00:00:00Z"),
                new Opening("*/15 9-17 * * mon-fri", "UTC", "2026-11-27T17:45:00Z", "2026-11-30T09:00:00Z"),
                new Opening("59 23 31 12 *", "UTC", "2026-12-31T23:59:00Z", "2027-12-31T23:59:00Z"),
                // One of the days is enough where both are restricted …
                new Opening("0 0 13 * 5", "UTC", "2026-11-26T00:00:00Z", "2026-11-27T00:00:00Z"),
                new Opening("0 0 13 * 5", "UTC", "2026-12-11T00:00:00Z", "2026-12-13T00:00:00Z"),
                // … and a star with a step restricts nothing in this sense, so that both have to hold.
                new Opening("0 0 13 * */5", "UTC", "2026-11-26T00:00:00Z", "2026-12-13T00:00:00Z"),
                new Opening("0 0 29 2 *", "UTC", "2026-11-26T00:00:00Z", "2028-02-29T00:00:00Z"),
                new Opening("0 0 29 2 */6", "UTC", "2092-03-01T00:00:00Z", "2116-02-29T00:00:00Z"),
                // Clocks jump from 2 to 3 …
                new Opening("30 2 * * *", "Europe/Berlin", "2026-03-29T00:00:00Z", "2026-03-29T01:00:00Z"),
                new Opening("30 2 * * *", "America/New_York", "2026-03-08T06:00:00Z", "2026-03-08T07:00:00Z"),
                new Opening("*/30 2 * * *", "Europe/Berlin", "2026-03-29T00:00:00Z", "2026-03-30T00:00:00Z"),
                // … from 3 back to 2 …
                new Opening("30 2 * * *", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"),
                new Opening("30 * * * *", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"),
                // … by half an hour, and by a whole day.
                new Opening("15 2 * * *", "Australia/Lord_Howe", "2026-10-03T15:00:00Z", "2026-10-03T15:30:00Z"),
                new Opening("0 12 30 12 *", "Pacific/Apia", "2011-12-29T00:00:00Z", "2011-12-30T10:00:00Z"));
    }

    @ParameterizedTest
    @MethodSource("openings")
    void opensNextWhenTheClocksOfItsZoneSaySo(Opening opening) {
        var window = window(opening.start(), "PT1H", opening.zone());

        assertThat(window.nextOpening(Instant.parse(opening.now()))).hasValue(Instant.parse(opening.next()));
    }

    @Test
    void isOpenFromItsStartForItsDurationWhateverClocksDo() {
        var window = window("30 1 * * 0", "PT2H", "Europe/Berlin");
        // 01:30 summer time; at 03:00 clocks are put back.
        var start = Instant.parse("2026-10-24T23:30:00Z");

        assertThat(window.isOpen(start.minusNanos(1))).isFalse();
        assertThat(window.isOpen(start)).isTrue();
        assertThat(window.isOpen(start.plus(Duration.ofHours(2)).minusNanos(1))).isTrue();
        assertThat(window.isOpen(start.plus(Duration.ofHours(2)))).isFalse();
    }

    @Test
    void aWindowOfAWeekIsOpenThroughoutWhereItOpensEveryWeek() {
        var window = window("0 2 * * 6", "P7D", "UTC");

        assertThat(Stream.iterate(Instant.parse("2026-11-26T21:00:00Z"), now -> now.plus(Duration.ofHours(5)))
                        .limit(60))
                .allMatch(window::isOpen);
    }

    /** What is refused, and what the refusal says. */
    record Refusal(String start, String duration, String zone, String says) {
        static Refusal of(String start, String says) {
            return new Refusal(start, "PT1H", "UTC", says);
        }
    }

    static Stream<Refusal> refusals() {
        return Stream.of(
                Refusal.of("", "start: \"\" has not five fields"),
                Refusal.of("0 2 * *", "has not five fields"),
                Refusal.of("0 0 2 * * 6", "has not five fields"),
                Refusal.of("@weekly", "has not five fields"),
                Refusal.of("60 2 * * 6", "the minute: \"60\" is no number from 0 to 59"),
                Refusal.of("0 24 * * 6", "the hour: \"24\""),
                Refusal.of("0 0 0 * *", "the day of month: \"0\""),
                Refusal.of("0 0 * 13 *", "the month: \"13\""),
                Refusal.of("0 0 * * 8", "the day of week: \"8\""),
                Refusal.of("0 0 * * satday", "none of sun, mon"),
                Refusal.of("0 0 * jan-foo *", "\"foo\""),
                Refusal.of("5/10 0 * * *", "only * and a range"),
                Refusal.of("*/0 0 * * *", "no step from 1 to 99"),
                Refusal.of("*/ 0 * * *", "no step"),
                Refusal.of("30-10 0 * * *", "ends before it begins"),
                Refusal.of("1,,2 0 * * *", "\"\" is no number"),
                Refusal.of("-5 0 * * *", "\"\" is no number"),
                Refusal.of("1-2-3 0 * * *", "\"2-3\""),
                Refusal.of("\u0661 0 * * *", "is no number"),
                Refusal.of("0 0 L * ?", "\"L\""),
                Refusal.of("0 0 30 2 *", "never comes"),
                Refusal.of("0 0 31 2,4,6 *", "never comes"),
                new Refusal("0 2 * * 6", "4h", "UTC", "duration: \"4h\" is no duration such as PT4H"),
                new Refusal("0 2 * * 6", "PT0S", "UTC", "PT1M to P7D"),
                new Refusal("0 2 * * 6", "-PT4H", "UTC", "PT1M to P7D"),
                new Refusal("0 2 * * 6", "P8D", "UTC", "PT1M to P7D"),
                new Refusal("0 2 * * 6", "PT4H", "Europe/Berln", "timeZone: \"Europe/Berln\" is no time zone"),
                new Refusal("0 2 * * 6", "PT4H", "+02:00", "no time zone"),
                new Refusal("0 2 * * 6", "PT4H", "UTC+2", "no time zone"),
                new Refusal("0 2 * * 6", "PT4H", "", "no time zone"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void isRefusedWithTheFieldAndTheReason(Refusal refusal) {
        assertThat(Window.read(refusal.start(), refusal.duration(), refusal.zone()))
                .isInstanceOfSatisfying(
                        Result.Not.class, not -> assertThat(not.reason()).contains(refusal.says()));
    }

    @Test
    void theShortestAndTheLongestAreTaken() {
        for (var duration : Stream.of("PT1M", "P7D").toList()) {
            assertThat(Window.read("0 2 * * 6", duration, "UTC")).isInstanceOf(Result.Ok.class);
        }
        for (var duration : Stream.of("PT59S", "P7DT1S").toList()) {
            assertThat(Window.read("0 2 * * 6", duration, "UTC")).isInstanceOf(Result.Not.class);
        }
    }

    @Test
    void aDayThatTheOtherDayMakesUpForComes() {
        assertThat(Cron.read("0 0 31 2 1")).isInstanceOf(Result.Ok.class);
    }

    static Window window(String start, String duration, String zone) {
        return Window.read(start, duration, zone).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }
}
