// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compares what was seen with ours with what was seen of upstream alone. */
final class Differences {
    private Differences() {}

    /** {@return what is not as upstream's, or not as the table says} */
    static List<String> unexpected(Generation generation, Map<Pairing, Map<String, Seen>> all) {
        var known = KnownDifferences.of(generation);
        var upstream = all.getOrDefault(Pairing.UPSTREAM, Map.of());
        var found = new ArrayList<String>();
        all.forEach((pairing, scenarios) -> scenarios.forEach((name, seen) -> {
            var expected = expected(known, name, pairing, upstream.getOrDefault(name, seen));
            if (generation.isTold()
                    ? !seen.equals(expected)
                    : !seen.withoutWords().equals(expected.withoutWords())) {
                found.add("%n%s: %s: %s%nexpected: %s".formatted(pairing, name, seen, expected));
            }
        }));
        return found;
    }

    private static Seen expected(List<Difference> known, String name, Pairing pairing, Seen upstream) {
        var expected = upstream;
        for (var difference : known) {
            if (difference.isOf(name, pairing)) {
                expected = difference.change().of(expected);
            }
        }
        return expected;
    }
}
