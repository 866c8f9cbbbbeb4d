// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Lengths of time as Go's {@code time.ParseDuration} reads them, which takes those of protobuf's JSON ({@code 86400s}), too. */
final class GoDuration {
    private static final Pattern PART =
            Pattern.compile("([0-9]{1,19}(?:\\.[0-9]{0,19})?|\\.[0-9]{1,19})(ns|us|µs|μs|ms|s|m|h)");
    private static final Pattern WHOLE = Pattern.compile("(?:" + PART.pattern() + ")+");
    private static final int LONGEST = 64;

    private static final Map<String, Long> NANOS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "µs", 1_000L,
            "μs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);

    private GoDuration() {}

    /** {@return the length of time; empty where Go reads none, or it has a sign} */
    static Optional<Duration> read(String text) {
        if (text.equals("0")) {
            return Optional.of(Duration.ZERO);
        }
        if (text.length() > LONGEST || !WHOLE.matcher(text).matches()) {
            return Optional.empty();
        }
        var nanos = PART.matcher(text)
                .results()
                .map(part -> new BigDecimal(part.group(1))
                        .multiply(BigDecimal.valueOf(NANOS.getOrDefault(part.group(2), 0L))))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(nanos.longValue()));
    }

    /** {@return the length of time as Go writes it, and Linkerd's chart has it: {@code 24h0m0s}} */
    static String text(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos == 0) {
            return "0s";
        }
        if (nanos < 1_000) {
            return nanos + "ns";
        }
        if (nanos < 1_000_000) {
            return plain(nanos, 3) + "µs";
        }
        if (nanos < 1_000_000_000) {
            return plain(nanos, 6) + "ms";
        }
        var seconds = plain(nanos % 60_000_000_000L, 9) + "s";
        return duration.toHours() > 0
                ? duration.toHours() + "h" + duration.toMinutesPart() + "m" + seconds
                : duration.toMinutes() > 0 ? duration.toMinutes() + "m" + seconds : seconds;
    }

    private static String plain(long nanos, int scale) {
        var number = BigDecimal.valueOf(nanos, scale);
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
}
