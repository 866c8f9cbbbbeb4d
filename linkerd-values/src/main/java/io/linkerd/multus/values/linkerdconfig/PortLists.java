// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** Ports and ranges of them, such as {@code 25,443,8000-8100}, with commas between as Linkerd's values have them. */
final class PortLists {
    static final int HIGHEST_PORT = 65_535;
    private static final Pattern ITEM = Pattern.compile("([0-9]{1,5})(?:-([0-9]{1,5}))?");

    private PortLists() {}

    /** {@return what is wrong with a list; an empty one is all right} */
    static Optional<String> problem(String text) {
        return text.isEmpty()
                ? Optional.empty()
                : Arrays.stream(text.split(",", -1))
                        .filter(item -> !isRight(item.strip()))
                        .findFirst()
                        .map(item -> Words.quoted(item) + " is neither a port from 1 to " + HIGHEST_PORT
                                + " nor a range of them like 8000-8100");
    }

    private static boolean isRight(String item) {
        var matcher = ITEM.matcher(item);
        if (!matcher.matches()) {
            return false;
        }
        int first = Integer.parseInt(matcher.group(1));
        int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
        return 0 < first && first <= last && last <= HIGHEST_PORT;
    }
}
