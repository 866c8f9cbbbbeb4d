// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import io.linkerd.multus.contracts.GoText;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An address as Go's {@code net.ParseIP} takes it, or none; an IPv4 address within an IPv6 one is the IPv4 address.
 *
 * @param text as {@code net.IP.String} writes it; empty where there is none
 */
public record IpAddress(String text) {
    /** Where a result leaves an address out. */
    public static final IpAddress NONE = new IpAddress("");

    private static final int GROUPS = 8;
    private static final int MAPPED = 0xffff;
    private static final Pattern OCTET = Pattern.compile("0|[1-9][0-9]{0,2}");
    private static final Pattern GROUP = Pattern.compile("[0-9A-Fa-f]{1,4}");
    private static final HexFormat HEX = HexFormat.of();

    /** An address in any of its spellings. */
    public IpAddress {
        var written = text;
        text = canonical(written)
                .orElseThrow(() -> new IllegalArgumentException("no IP address: " + GoText.quote(written)));
    }

    /** {@return the address that a text is, if it is one; none where it is empty} */
    public static Optional<IpAddress> parse(String text) {
        return canonical(text).map(IpAddress::new);
    }

    /** {@return whether there is an address} */
    public boolean isPresent() {
        return !text.isEmpty();
    }

    /** {@return the address's family; where there is none, Go takes it for an IPv6 one} */
    public IpFamily family() {
        return text.indexOf('.') >= 0 ? IpFamily.V4 : IpFamily.V6;
    }

    /** {@return as Go writes it into a message or an annotation} */
    public String shown() {
        return isPresent() ? text : "<nil>";
    }

    @Override
    public String toString() {
        return shown();
    }

    private static Optional<String> canonical(String text) {
        if (text.isEmpty() || isV4(text)) {
            return Optional.of(text);
        }
        return text.indexOf(':') < 0
                ? Optional.empty()
                : Optional.of(groups(text))
                        .filter(groups -> groups.length == GROUPS)
                        .map(IpAddress::written);
    }

    private static boolean isV4(String text) {
        var octets = text.split("\\.", -1);
        return octets.length == 4
                && Stream.of(octets).allMatch(octet -> OCTET.matcher(octet).matches() && Integer.parseInt(octet) < 256);
    }

    /** {@return the eight numbers of 16 bits; another number of them for what is no address} */
    private static int[] groups(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            return listed(text);
        }
        var before = gap == 0 ? new int[0] : listed(text.substring(0, gap));
        var end = text.substring(gap + 2);
        var after = end.isEmpty() ? new int[0] : listed(end);
        boolean broken = (gap > 0 && before.length == 0)
                || (!end.isEmpty() && after.length == 0)
                || text.substring(0, gap).indexOf('.') >= 0
                || before.length + after.length >= GROUPS;
        if (broken) {
            return new int[0];
        }
        var groups = Arrays.copyOf(before, GROUPS);
        System.arraycopy(after, 0, groups, GROUPS - after.length, after.length);
        return groups;
    }

    /** {@return the numbers of a list with colons, the last two of which may be an IPv4 address; none for what is no such list} */
    private static int[] listed(String text) {
        int colon = text.lastIndexOf(':');
        var last = text.substring(colon + 1);
        var plain = isV4(last) ? text.substring(0, colon + 1) + inGroups(last) : text;
        var groups = plain.split(":", -1);
        return Stream.of(groups).allMatch(group -> GROUP.matcher(group).matches())
                ? Stream.of(groups).mapToInt(HexFormat::fromHexDigits).toArray()
                : new int[0];
    }

    private static String inGroups(String v4) {
        var octets = Stream.of(v4.split("\\.")).mapToInt(Integer::parseInt).toArray();
        return HEX.toHexDigits((byte) octets[0]) + HEX.toHexDigits((byte) octets[1]) + ":"
                + HEX.toHexDigits((byte) octets[2]) + HEX.toHexDigits((byte) octets[3]);
    }

    /** As RFC 5952 has it: the first of the longest runs of two zeros and more is left out. */
    private static String written(int[] groups) {
        if (Arrays.stream(groups, 0, 5).allMatch(group -> group == 0) && groups[5] == MAPPED) {
            return IntStream.of(groups[6] >> 8, groups[6] & 0xff, groups[7] >> 8, groups[7] & 0xff)
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining("."));
        }
        int start = 0;
        int length = 1;
        for (int at = 0; at < GROUPS; at++) {
            int zeros = zerosFrom(groups, at);
            if (zeros > length) {
                start = at;
                length = zeros;
            }
        }
        return length < 2
                ? joined(groups, 0, GROUPS)
                : joined(groups, 0, start) + "::" + joined(groups, start + length, GROUPS);
    }

    private static int zerosFrom(int[] groups, int start) {
        int end = start;
        while (end < GROUPS && groups[end] == 0) {
            end++;
        }
        return end - start;
    }

    private static String joined(int[] groups, int from, int to) {
        return Arrays.stream(groups, from, to).mapToObj(Integer::toHexString).collect(Collectors.joining(":"));
    }
}
