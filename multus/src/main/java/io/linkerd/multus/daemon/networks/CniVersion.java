// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** A version of the CNI specification, as libcni compares them. */
public record CniVersion(long major, long minor, long micro) implements Comparable<CniVersion> {
    /** The first one in which a plugin is asked to CHECK, and is told on DEL what ADD has answered. */
    public static final CniVersion WITH_CHECK = new CniVersion(0, 4, 0);

    /** The first one in which a plugin is asked for its STATUS and to collect garbage. */
    public static final CniVersion WITH_STATUS = new CniVersion(1, 1, 0);

    /** The newest one that plugins are called with. */
    public static final CniVersion NEWEST = WITH_STATUS;

    /** What a configuration without a version means. */
    public static final String OLDEST = "0.1.0";

    /** As strconv.Atoi takes it. */
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,18}");

    private static final List<String> PARTS = List.of("major", "minor", "micro");
    private static final Comparator<CniVersion> ORDER = Comparator.comparingLong(CniVersion::major)
            .thenComparingLong(CniVersion::minor)
            .thenComparingLong(CniVersion::micro);

    /** {@return the version in a text, or why it is none} */
    public static Result<CniVersion> read(String text) {
        var parts = (text.isEmpty() ? OLDEST : text).split("\\.", -1);
        if (parts.length > PARTS.size()) {
            return new Result.Not<>("invalid version " + GoText.quote(text) + ": too many parts");
        }
        var numbers = new long[PARTS.size()];
        for (int at = 0; at < parts.length; at++) {
            if (!NUMBER.matcher(parts[at]).matches()) {
                return new Result.Not<>(
                        "failed to convert " + PARTS.get(at) + " version part " + GoText.quote(parts[at])
                                + ": strconv.Atoi: parsing " + GoText.quote(parts[at]) + ": invalid syntax");
            }
            numbers[at] = Long.parseLong(parts[at]);
        }
        return new Result.Ok<>(new CniVersion(numbers[0], numbers[1], numbers[2]));
    }

    /** {@return whether this one is the other or a later one} */
    public boolean isAtLeast(CniVersion other) {
        return compareTo(other) >= 0;
    }

    @Override
    public int compareTo(CniVersion other) {
        return ORDER.compare(this, other);
    }
}
