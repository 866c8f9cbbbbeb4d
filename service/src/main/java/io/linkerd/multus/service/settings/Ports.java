// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.settings;

import io.linkerd.multus.contracts.Result;
import java.util.regex.Pattern;

/** TCP ports, in digits. */
final class Ports {
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,5}");
    private static final int HIGHEST = 65535;

    private Ports() {}

    static Result<Integer> read(String value, int lowest) {
        return DIGITS.matcher(value).matches()
                        && lowest <= Integer.parseInt(value)
                        && Integer.parseInt(value) <= HIGHEST
                ? new Result.Ok<>(Integer.valueOf(value))
                : new Result.Not<>("must be a TCP port, " + lowest + " to " + HIGHEST);
    }
}
