// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What the API server said of nodes when it was last asked, which is asked again after a while only, whatever the answer. */
final class NodeLooks {
    /** Kubernetes takes 40 s to see that a kubelet has died. */
    static final Duration FRESH = Duration.ofSeconds(10);

    /** So many nodes are got in a row, at a few milliseconds each. */
    static final int AT_ONCE = 50;

    /**
     * An answer.
     *
     * @param facts empty where it told nothing
     * @param at on a monotonic clock, in nanoseconds
     */
    private record Look(Optional<NodeFacts> facts, long at) {}

    private final Function<String, Optional<NodeFacts>> get;
    private final ConcurrentMap<String, Look> looks = new ConcurrentHashMap<>();

    /** Asks by {@code get}, which takes a node's name, and tells nothing where nothing can be told. */
    NodeLooks(Function<String, Optional<NodeFacts>> get) {
        this.get = get;
    }

    /**
     * Asks after those of these nodes that were not asked after of late, and forgets the others.
     *
     * @param now on a monotonic clock, in nanoseconds
     * @return whether some are still to be asked after
     */
    boolean renew(Set<String> nodes, long now) {
        looks.keySet().retainAll(nodes);
        var due = nodes.stream().filter(node -> isDue(node, now)).toList();
        due.stream()
                .sorted(Comparator.comparing(looks::containsKey))
                .limit(AT_ONCE)
                .forEach(node -> looks.put(node, new Look(get.apply(node), now)));
        return due.size() > AT_ONCE;
    }

    /** {@return what was told, by the names of the nodes} */
    Map<String, NodeFacts> known() {
        return looks.entrySet().stream()
                .filter(look -> look.getValue().facts().isPresent())
                .collect(Collectors.toMap(
                        Map.Entry::getKey, look -> look.getValue().facts().orElseThrow()));
    }

    private boolean isDue(String node, long now) {
        var look = looks.get(node);
        return look == null || now - look.at() >= FRESH.toNanos();
    }
}
