// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as Go's programs read them, Linkerd's and kubectl among them: {@code 5m0s}, {@code 90s}, {@code 1h}. */
final class GoDuration implements ITypeConverter<Duration> {
    private static final Pattern WORDS =
            Pattern.compile("(?:(\\d{1,3})h)?(?:(\\d{1,5})m)?(?:(\\d{1,7})(?:\\.\\d*)?s)?|0");

    @Override
    public Duration convert(String value) {
        var read = WORDS.matcher(value);
        if (value.isEmpty() || !read.matches()) {
            throw new TypeConversionException("\"" + value + "\" is no duration, as in 5m, 90s or 1h30m");
        }
        return Duration.ofHours(number(read.group(1)))
                .plusMinutes(number(read.group(2)))
                .plusSeconds(number(read.group(3)));
    }

    private static long number(String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
