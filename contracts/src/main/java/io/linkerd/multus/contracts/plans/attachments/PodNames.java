// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import java.util.List;
import java.util.stream.Stream;

/**
 * Pods as a person is told of them: the first few by name, and how many there are. The same pods read equally, in whatever order they
 * were found.
 *
 * @param first in order, {@value #NAMED} at most
 * @param count of all
 */
public record PodNames(List<String> first, int count) {
    /** Enough to know whose they are. */
    static final int NAMED = 3;

    /** No pods. */
    public static final PodNames NONE = new PodNames(List.of(), 0);

    /** Copies. */
    public PodNames {
        first = List.copyOf(first);
    }

    /** {@return the pods of those names} */
    public static PodNames of(Stream<String> names) {
        return names.reduce(NONE, PodNames::with, PodNames::with);
    }

    /** {@return the same and one more} */
    public PodNames with(String name) {
        return with(new PodNames(List.of(name), 1));
    }

    /** {@return whether there are none} */
    public boolean isEmpty() {
        return count == 0;
    }

    /** {@return as in {@code a, b, c and 4 more}} */
    public String inWords() {
        var named = String.join(", ", first);
        int more = count - first.size();
        return more == 0 ? named : named + " and " + more + " more";
    }

    private PodNames with(PodNames others) {
        return new PodNames(
                Stream.concat(first.stream(), others.first.stream())
                        .sorted()
                        .limit(NAMED)
                        .toList(),
                count + others.count);
    }
}
