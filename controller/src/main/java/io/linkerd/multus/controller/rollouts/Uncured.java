// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import io.linkerd.multus.controller.rollouts.plan.Workload;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * In what a restart left workloads outdated, as where another webhook writes what Linkerd's injector sets. A restart for the next change would leave
 * them so, too. A new leader finds out again.
 */
final class Uncured {
    private final Map<String, Workload> left = new ConcurrentHashMap<>();

    /** {@return the same workloads; those that are outdated in no more than what their last restart left can be cured by none} */
    List<Workload> look(Collection<Workload> workloads, Instant now) {
        left.keySet()
                .retainAll(workloads.stream()
                        .filter(Workload::isOutdated)
                        .map(one -> one.subject().uid())
                        .collect(Collectors.toUnmodifiableSet()));
        workloads.stream()
                .filter(one -> one.isUncured(now))
                .forEach(one -> left.put(one.subject().uid(), one));
        return workloads.stream()
                .map(one -> Optional.ofNullable(left.get(one.subject().uid()))
                        .map(one::after)
                        .orElse(one))
                .toList();
    }

    /** Forgets all of them. */
    void forget() {
        left.clear();
    }
}
