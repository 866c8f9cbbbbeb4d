// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Addresses as Go's package net parses them, which takes other texts for addresses than Java does. */
public final class Addresses {
    private static final String HEX = "[0-9a-fA-F]";
    private static final String BYTE = HEX + "{2}";

    /** 6, 8 or 20 bytes with one kind of separator. */
    private static final Pattern HARDWARE = Pattern.compile(BYTE + "(?:([:-])" + BYTE + ")(?:\\1" + BYTE
            + "){4}(?:(?:\\1" + BYTE + "){2}(?:(?:\\1" + BYTE + "){12})?)?");

    /** Go takes it since 1.26. */
    private static final Pattern BARE_HARDWARE = Pattern.compile(HEX + "{12}(?:" + HEX + "{4}(?:" + HEX + "{24})?)?");

    private static final Pattern DOTTED_HARDWARE =
            Pattern.compile(HEX + "{4}(?:\\." + HEX + "{4}){2}(?:\\." + HEX + "{4}(?:(?:\\." + HEX + "{4}){6})?)?");

    /** Without zeros in front, which some programs read as octal. */
    private static final Pattern DECIMAL = Pattern.compile("0|[1-9][0-9]{0,2}");

    private static final Pattern PREFIX_LENGTH = Pattern.compile("0*[0-9]{1,3}");
    private static final Pattern GROUP = Pattern.compile(HEX + "{1,4}");
    private static final int GROUPS = 8;
    private static final int V4_BITS = 32;
    private static final int V6_BITS = 128;

    private Addresses() {}

    /** {@return whether {@code net.ParseMAC} takes it} */
    static boolean isHardware(String text) {
        return Stream.of(HARDWARE, DOTTED_HARDWARE, BARE_HARDWARE)
                .anyMatch(pattern -> pattern.matcher(text).matches());
    }

    /** {@return whether {@code net.ParseIP} takes it} */
    static boolean isIp(String text) {
        return isDotted(text) || isColoned(text);
    }

    /** {@return whether an address is one of IPv4, written as one of IPv6 or not: {@code To4} of net.IP} */
    public static boolean isV4(String ip) {
        if (isDotted(ip)) {
            return true;
        }
        var groups = isColoned(ip) ? groupsOf(ip) : List.<Integer>of();
        return groups.size() == GROUPS
                && groups.subList(0, GROUPS - 3).stream().allMatch(group -> group == 0)
                && groups.get(GROUPS - 3) == 0xffff;
    }

    /** {@return whether {@code net.ParseCIDR} takes it} */
    static boolean isCidr(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !PREFIX_LENGTH.matcher(text.substring(slash + 1)).matches()) {
            return false;
        }
        var address = text.substring(0, slash);
        long length = Long.parseLong(text.substring(slash + 1).replaceFirst("^0+(?=.)", ""));
        return isDotted(address) ? length <= V4_BITS : isColoned(address) && length <= V6_BITS;
    }

    private static boolean isDotted(String text) {
        var numbers = text.split("\\.", -1);
        return numbers.length == 4
                && Stream.of(numbers)
                        .allMatch(number -> DECIMAL.matcher(number).matches() && Integer.parseInt(number) < 256);
    }

    private static boolean isColoned(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            return count(text) == GROUPS;
        }
        var before = text.substring(0, gap);
        var after = text.substring(gap + 2);
        int first = before.isEmpty() ? 0 : before.indexOf('.') >= 0 ? -1 : count(before);
        int last = after.isEmpty() ? 0 : count(after);
        return first >= 0 && last >= 0 && first + last < GROUPS;
    }

    /** {@return how many groups of 16 bits there are, of which the last two may be written as an IPv4 address; -1 for no groups} */
    private static int count(String text) {
        var groups = List.of(text.split(":", -1));
        boolean dotted = isDotted(groups.getLast());
        var plain = dotted ? groups.subList(0, groups.size() - 1) : groups;
        return plain.stream().allMatch(group -> GROUP.matcher(group).matches()) ? plain.size() + (dotted ? 2 : 0) : -1;
    }

    /** {@return the groups of a valid address} */
    private static List<Integer> groupsOf(String ip) {
        int gap = ip.indexOf("::");
        if (gap < 0) {
            return values(ip);
        }
        var before = values(ip.substring(0, gap));
        var after = values(ip.substring(gap + 2));
        var zeros = Stream.generate(() -> 0).limit(GROUPS - before.size() - after.size());
        return Stream.of(before.stream(), zeros, after.stream())
                .flatMap(groups -> groups)
                .toList();
    }

    private static List<Integer> values(String groups) {
        return groups.isEmpty()
                ? List.of()
                : Stream.of(groups.split(":", -1)).flatMap(Addresses::values16).toList();
    }

    private static Stream<Integer> values16(String group) {
        if (group.indexOf('.') < 0) {
            return Stream.of(Integer.parseInt(group, 16));
        }
        var bytes = Stream.of(group.split("\\.", -1)).map(Integer::valueOf).toList();
        return Stream.of(bytes.get(0) << 8 | bytes.get(1), bytes.get(2) << 8 | bytes.get(3));
    }
}
