// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import java.util.List;
import java.util.stream.Stream;

/**
 * Workloads in a status of bounded size: how many there are, and the first few by name.
 *
 * @param first in order, {@value #NAMED} at most
 * @param count of all
 */
public record FirstNames(List<String> first, int count) {
    /** A status names no more, however many there are. */
    public static final int NAMED = 10;

    /** Copies. */
    public FirstNames {
        first = List.copyOf(first);
    }

    static FirstNames of(Stream<Workload> workloads) {
        var names = workloads.map(Workload::inWords).sorted().toList();
        return new FirstNames(names.stream().limit(NAMED).toList(), names.size());
    }

    /** {@return as in {@code Deployment shop/web, Deployment shop/cart and 4 more}} */
    public String inWords() {
        var named = String.join(", ", first);
        return count > first.size() ? named + " and " + (count - first.size()) + " more" : named;
    }
}
