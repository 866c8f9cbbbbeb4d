// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.reconcile;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The order of work, without threads and without a clock: each key waits at most once, is worked on at most once at a time, and
 * one that was added meanwhile comes again.
 */
final class PendingKeys<K> {
    private record Due<K>(long nanos, K key) {}

    private final LinkedHashSet<K> ready = new LinkedHashSet<>();
    private final Set<K> inWork = new HashSet<>();
    private final Set<K> againAfterWork = new HashSet<>();
    private final Map<K, Due<K>> dueByKey = new HashMap<>();
    /** The monotonic clock may wrap: only differences of its values have a meaning. */
    private final PriorityQueue<Due<K>> later =
            new PriorityQueue<>((one, other) -> Long.signum(one.nanos() - other.nanos()));

    void add(K key) {
        if (inWork.contains(key)) {
            againAfterWork.add(key);
        } else {
            ready.add(key);
        }
    }

    /**
     * Adds the key at that moment of the monotonic clock; an earlier moment that was set before stays.
     *
     * @return whether it comes at that moment
     */
    boolean addAt(K key, long nanos) {
        var before = dueByKey.get(key);
        if (before != null) {
            if (before.nanos() - nanos <= 0) {
                return false;
            }
            later.remove(before);
        }
        var due = new Due<>(nanos, key);
        dueByKey.put(key, due);
        later.add(due);
        return true;
    }

    /** Takes the next key to work on, if there is one now. */
    Optional<K> poll(long nowNanos) {
        for (var due = later.peek(); due != null && due.nanos() - nowNanos <= 0; due = later.peek()) {
            later.remove();
            dueByKey.remove(due.key());
            add(due.key());
        }
        if (ready.isEmpty()) {
            return Optional.empty();
        }
        var key = ready.removeFirst();
        inWork.add(key);
        return Optional.of(key);
    }

    /** Ends the work on a key that was polled. */
    void done(K key) {
        inWork.remove(key);
        if (againAfterWork.remove(key)) {
            ready.add(key);
        }
    }

    /** {@return how many keys could be worked on now} */
    int length() {
        return ready.size() + againAfterWork.size();
    }
}
