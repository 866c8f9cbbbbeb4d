// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 24h}, {@code 1d12h}, {@code 90m}, or ISO-8601 ({@code PT24H}). */
final class Durations {
    private static final Pattern SHORT = Pattern.compile("(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?");

    private Durations() {}

    static Duration parse(String text) {
        var matcher = SHORT.matcher(text);
        if (!text.isEmpty() && matcher.matches()) {
            return Duration.ofDays(part(matcher.group(1)))
                    .plusHours(part(matcher.group(2)))
                    .plusMinutes(part(matcher.group(3)))
                    .plusSeconds(part(matcher.group(4)));
        }
        try {
            return Duration.parse(text.toUpperCase(Locale.ROOT));
        } catch (DateTimeParseException _) {
            throw new IllegalArgumentException("must be a duration like 24h, 1d12h or PT24H");
        }
    }

    private static long part(@org.jspecify.annotations.Nullable String digits) {
        try {
            return digits == null ? 0 : Integer.parseInt(digits);
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("must be a duration like 24h, 1d12h or PT24H");
        }
    }
}
