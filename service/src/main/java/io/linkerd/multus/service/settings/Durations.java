// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.settings;

import io.linkerd.multus.contracts.Result;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as people write them: {@code 24h}, {@code 1d12h}, {@code 90m}, or ISO-8601 ({@code PT24H}). */
final class Durations {
    /** Nine digits fit an int, and are longer than anything that is meant. */
    private static final Pattern SHORT =
            Pattern.compile("(?:(\\d{1,9})d)?(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?(?:(\\d{1,9})s)?");

    private Durations() {}

    static Result<Duration> read(String text) {
        var matcher = SHORT.matcher(text);
        if (!text.isEmpty() && matcher.matches()) {
            return new Result.Ok<>(Duration.ofDays(part(matcher.group(1)))
                    .plusHours(part(matcher.group(2)))
                    .plusMinutes(part(matcher.group(3)))
                    .plusSeconds(part(matcher.group(4))));
        }
        try {
            return new Result.Ok<>(Duration.parse(text.toUpperCase(Locale.ROOT)));
        } catch (DateTimeParseException _) {
            return new Result.Not<>("must be a duration like 24h, 1d12h or PT24H");
        }
    }

    private static int part(@Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }
}
