// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.windows;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.longs;

import io.linkerd.multus.contracts.Result;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Against a clock that is watched minute by minute. */
class WindowPropertiesTest {
    private static final List<String> ZONES = List.of(
            "UTC",
            "Europe/Berlin",
            "America/New_York",
            "Australia/Lord_Howe",
            "Africa/Casablanca",
            "America/St_Johns",
            "Asia/Kathmandu",
            "Pacific/Chatham",
            "America/Sao_Paulo",
            "Antarctica/Troll");
    private static final int DAYS = 3;
    private static final int MINUTES = DAYS * 24 * 60;

    @Test
    void opensAtTheMinutesAtWhichAWatchedClockOpensIt() {
        property().withExamples(100).forAll(longs().all()).checkAssert(seed -> {
            var history = History.of(new Random(seed));
            var opens = history.opens();

            for (int minute = 0; minute < MINUTES; minute++) {
                var now = history.moment(minute);
                assertThat(history.window().isOpen(now))
                        .as("%s at %s", history, now)
                        .isEqualTo(history.isOpen(opens, minute));
            }
            for (int minute = history.length(); minute < MINUTES; minute += 61) {
                var now = history.moment(minute);
                assertThat(history.window().nextOpening(now).filter(next -> next.isBefore(history.moment(MINUTES))))
                        .as("%s after %s", history, now)
                        .isEqualTo(history.next(opens, minute));
            }
        });
    }

    @Test
    void anyTextIsAWindowOrIsRefused() {
        property()
                .forAll(texts(), texts(), texts())
                .checkAssert((start, duration, zone) ->
                        assertThat(Window.read(start, duration, zone)).isInstanceOf(Result.Not.class));
    }

    /**
     * A window, and days around a moment at which clocks change.
     *
     * @param from before what is looked at by the longest window, so that the watched clock sees all that may still be open
     */
    record History(String cron, Window window, Instant from) {

        static History of(Random random) {
            var zone = ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
            var anyTime = Instant.parse("2018-01-01T00:00:00Z").plus(Duration.ofDays(random.nextInt(3650)));
            var around = Optional.ofNullable(zone.getRules().nextTransition(anyTime))
                    .map(change -> change.getInstant())
                    .orElse(anyTime);
            var from = around.minus(Duration.ofDays(1).plusHours(random.nextInt(24)));
            var cron = Stream.of(
                            field(random, 0, 59, 3),
                            field(random, 0, 23, 2),
                            day(random, 1, 31),
                            field(random, 1, 12, 6),
                            day(random, 0, 7))
                    .collect(Collectors.joining(" "));
            var length = Duration.ofMinutes(1 + random.nextInt(12 * 60));
            return Cron.read(cron) instanceof Result.Ok<Cron>(var start)
                    ? new History(cron, new Window(start, length, zone), from)
                    : of(random);
        }

        int length() {
            return (int) window.duration().toMinutes();
        }

        Instant moment(int minute) {
            return from.plus(Duration.ofMinutes(minute));
        }

        /** The minutes at which it opens, from {@link #length} before the first. */
        BitSet opens() {
            var opens = new BitSet();
            var fields = List.of(cron.split(" ", -1));
            for (int minute = -length(); minute < MINUTES; minute++) {
                if (opensAt(fields, moment(minute))) {
                    opens.set(minute + length());
                }
            }
            return opens;
        }

        boolean isOpen(BitSet opens, int minute) {
            int last = opens.previousSetBit(minute + length());
            return last >= 0 && minute + length() - last < length();
        }

        Optional<Instant> next(BitSet opens, int minute) {
            int next = opens.nextSetBit(minute + length() + 1);
            return next < 0 ? Optional.empty() : Optional.of(moment(next - length()));
        }

        private boolean opensAt(List<String> fields, Instant now) {
            var zone = window.zone();
            var shown = LocalDateTime.ofInstant(now, zone);
            var before = LocalDateTime.ofInstant(now.minusSeconds(60), zone);
            boolean fixed = !fields.get(0).startsWith("*") && !fields.get(1).startsWith("*");
            if (!fixed) {
                return matches(fields, shown);
            }
            // Clocks that jumped: what they did not show is made up for at once.
            var skipped =
                    Stream.iterate(before.plusMinutes(1), time -> time.isBefore(shown), time -> time.plusMinutes(1));
            return (matches(fields, shown) && !repeated(now)) || skipped.anyMatch(time -> matches(fields, time));
        }

        private boolean repeated(Instant now) {
            var zone = window.zone();
            var shown = LocalDateTime.ofInstant(now, zone);
            return IntStream.rangeClosed(1, 180)
                    .mapToObj(back -> LocalDateTime.ofInstant(now.minusSeconds(60L * back), zone))
                    .anyMatch(shown::equals);
        }

        private static boolean matches(List<String> fields, LocalDateTime time) {
            boolean dayOfMonth = matches(fields.get(2), time.getDayOfMonth(), 1);
            int weekday = time.getDayOfWeek().getValue();
            boolean dayOfWeek =
                    matches(fields.get(4), weekday % 7, 0) || (weekday == 7 && matches(fields.get(4), 7, 8));
            boolean star = fields.get(2).startsWith("*") || fields.get(4).startsWith("*");
            return matches(fields.get(0), time.getMinute(), 0)
                    && matches(fields.get(1), time.getHour(), 0)
                    && matches(fields.get(3), time.getMonthValue(), 1)
                    && (star ? dayOfMonth && dayOfWeek : dayOfMonth || dayOfWeek);
        }

        private static boolean matches(String field, int value, int first) {
            return Stream.of(field.split(",", -1)).anyMatch(part -> {
                var steps = part.split("/", -1);
                int step = steps.length > 1 ? Integer.parseInt(steps[1]) : 1;
                if (steps[0].equals("*")) {
                    return value >= first && (value - first) % step == 0;
                }
                var ends = steps[0].split("-", -1);
                int low = Integer.parseInt(ends[0]);
                int high = Integer.parseInt(ends[ends.length - 1]);
                return low <= value && value <= high && (value - low) % step == 0;
            });
        }

        private static String day(Random random, int low, int high) {
            return random.nextInt(3) > 0 ? "*" : field(random, low, high, 3);
        }

        private static String field(Random random, int low, int high, int stars) {
            if (random.nextInt(stars) == 0) {
                return random.nextBoolean() ? "*" : "*/" + (1 + random.nextInt(high));
            }
            return IntStream.rangeClosed(0, random.nextInt(3))
                    .mapToObj(_ -> part(random, low, high))
                    .collect(Collectors.joining(","));
        }

        private static String part(Random random, int low, int high) {
            int first = low + random.nextInt(high - low + 1);
            int last = first + random.nextInt(high - first + 1);
            return switch (random.nextInt(3)) {
                case 0 -> Integer.toString(first);
                case 1 -> first + "-" + last;
                default -> first + "-" + last + "/" + (1 + random.nextInt(9));
            };
        }
    }
}
