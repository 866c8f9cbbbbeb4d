// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Networks as Go's {@code net.ParseCIDR} takes them. */
final class Cidr {
    private static final int V4_BITS = 32;
    private static final int V6_BITS = 128;
    private static final int V6_GROUPS = 8;
    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,2}");
    private static final Pattern GROUP = Pattern.compile("[0-9A-Fa-f]{1,4}");
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,4}");

    private Cidr() {}

    /** {@return whether it is one} */
    static boolean isOne(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return false;
        }
        var address = text.substring(0, slash);
        var length = text.substring(slash + 1);
        return LENGTH.matcher(length).matches()
                && ((isV4(address) && Integer.parseInt(length) <= V4_BITS)
                        || (isV6(address) && Integer.parseInt(length) <= V6_BITS));
    }

    private static boolean isV4(String address) {
        var numbers = address.split("\\.", -1);
        return numbers.length == 4
                && Stream.of(numbers)
                        .allMatch(number -> NUMBER.matcher(number).matches() && Integer.parseInt(number) < 256);
    }

    private static boolean isV6(String address) {
        int gap = address.indexOf("::");
        if (gap < 0) {
            return groups(address) == V6_GROUPS;
        }
        int before = gap == 0 ? 0 : groups(address.substring(0, gap));
        var rest = address.substring(gap + 2);
        int after = rest.isEmpty() ? 0 : groups(rest);
        return before >= 0
                && !(gap > 0 && address.substring(0, gap).indexOf('.') >= 0)
                && after >= 0
                && before + after < V6_GROUPS;
    }

    /** How many groups of 16 bits there are, of which the last two may be an IPv4 address; -1 if it is no address. */
    private static int groups(String text) {
        var groups = List.of(text.split(":", -1));
        boolean mapped = isV4(groups.getLast());
        var plain = mapped ? groups.subList(0, groups.size() - 1) : groups;
        return plain.stream().allMatch(group -> GROUP.matcher(group).matches()) ? plain.size() + (mapped ? 2 : 0) : -1;
    }
}
