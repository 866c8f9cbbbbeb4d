// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.reconcile;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The order of work, without threads and without a clock of its own: each key waits at most once, is worked on at most once at a time, and
 * one that was added meanwhile comes again. What something was told of takes turns with what is looked at among many others, so that nobody
 * waits for a look at thousands, nor that look for somebody who tells again and again.
 */
final class PendingKeys<K> {
    private record Due<K>(long nanos, K key) {}

    /** Those that something was told of, and since when each waits. */
    private final SequencedMap<K, Long> told = new LinkedHashMap<>();

    /** Those that are looked at among all others, or once more; none is in both. */
    private final SequencedMap<K, Long> looks = new LinkedHashMap<>();

    private final Set<K> inWork = new HashSet<>();
    private final Set<K> againAfterWork = new HashSet<>();
    private final Map<K, Due<K>> dueByKey = new HashMap<>();
    /** The monotonic clock may wrap: only differences of its values have a meaning. */
    private final PriorityQueue<Due<K>> later =
            new PriorityQueue<>((one, other) -> Long.signum(one.nanos() - other.nanos()));

    private boolean isTurnOfLooks;

    /** Adds a key that something was told of. */
    void add(K key, long nowNanos) {
        if (inWork.contains(key)) {
            againAfterWork.add(key);
        } else {
            looks.remove(key);
            told.putIfAbsent(key, nowNanos);
        }
    }

    /** Adds a key to be looked at, as many others are. */
    void addLook(K key, long nowNanos) {
        if (inWork.contains(key)) {
            againAfterWork.add(key);
        } else if (!told.containsKey(key)) {
            looks.putIfAbsent(key, nowNanos);
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
            addLook(due.key(), due.nanos());
        }
        boolean look = told.isEmpty() || (isTurnOfLooks && !looks.isEmpty());
        isTurnOfLooks = !look;
        var next = Optional.ofNullable((look ? looks : told).pollFirstEntry()).map(Map.Entry::getKey);
        next.ifPresent(inWork::add);
        return next;
    }

    /** Ends the work on a key that was polled. */
    void done(K key, long nowNanos) {
        inWork.remove(key);
        if (againAfterWork.remove(key)) {
            told.putIfAbsent(key, nowNanos);
        }
    }

    /** {@return since when the key has waited that has waited longest} For one that was told of meanwhile, since then. */
    Optional<Long> oldest() {
        return Stream.of(told, looks)
                .flatMap(keys -> Optional.ofNullable(keys.firstEntry()).stream())
                .map(Map.Entry::getValue)
                .min((one, other) -> Long.signum(one - other));
    }

    /** {@return how many keys could be worked on now} */
    int length() {
        return told.size() + looks.size() + againAfterWork.size();
    }
}
