// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.output;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a terminal can show.
 *
 * @param colour whether there is colour
 * @param unicode whether marks and lines other than those of ASCII are shown
 */
public record Look(boolean colour, boolean unicode) {
    /** What every terminal and every file can. */
    public static final Look PLAIN = new Look(false, false);

    /**
     * {@return what this environment can show} Colour where it is a terminal and {@code NO_COLOR} is not set (no-color.org); other marks than
     * ASCII's where the locale has UTF-8.
     *
     * @param isTerminal whether the output is one, and no file or pipe
     */
    public static Look of(Map<String, String> environment, boolean isTerminal) {
        boolean colour = isTerminal
                && environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "").equals("dumb");
        return new Look(colour, hasUtf8(environment));
    }

    /** The first of these that is set holds (POSIX, "Environment Variables"). */
    private static boolean hasUtf8(Map<String, String> environment) {
        return Stream.of("LC_ALL", "LC_CTYPE", "LANG")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .map(value -> value.toUpperCase(Locale.ROOT).replace("-", ""))
                .filter(value -> value.contains("UTF8"))
                .isPresent();
    }
}
