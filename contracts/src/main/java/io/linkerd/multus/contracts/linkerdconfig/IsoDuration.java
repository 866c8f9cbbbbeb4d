// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.linkerdconfig;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Lengths of time as ISO 8601 has them, of days, hours, minutes and seconds: {@code PT4H}. */
final class IsoDuration {
    private static final Pattern TEXT =
            Pattern.compile("P(?!$)(?:[0-9]{1,3}D)?(?:T(?!$)(?:[0-9]{1,4}H)?(?:[0-9]{1,5}M)?(?:[0-9]{1,7}S)?)?");

    private IsoDuration() {}

    /** {@return the length of time; empty where it is none} */
    static Optional<Duration> read(String text) {
        return TEXT.matcher(text).matches() ? Optional.of(Duration.parse(text)) : Optional.empty();
    }
}
