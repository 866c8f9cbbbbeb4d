// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What the API server refuses now, of every kind: the keys for which it has said no long enough for that to be no accident. */
public final class StandingRefusals {
    private final ConcurrentMap<String, Set<Object>> refused = new ConcurrentHashMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** Calls it from now on after something has changed, from any thread; it must be quick. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /** {@return whether what that key needs is refused now} */
    public boolean has(String kind, Object key) {
        return refused.getOrDefault(kind, Set.of()).contains(key);
    }

    /** {@return of how many keys of each kind something is refused, by kind; without those of which nothing is} */
    public Map<String, Integer> counts() {
        var counts = new TreeMap<String, Integer>();
        refused.forEach((kind, keys) -> {
            if (!keys.isEmpty()) {
                counts.put(kind, keys.size());
            }
        });
        return Collections.unmodifiableMap(counts);
    }

    int count(String kind) {
        return refused.getOrDefault(kind, Set.of()).size();
    }

    void begin(String kind, Object key) {
        if (refused.computeIfAbsent(kind, _ -> ConcurrentHashMap.newKeySet()).add(key)) {
            listeners.forEach(Runnable::run);
        }
    }

    void end(String kind, Object key) {
        var keys = refused.get(kind);
        if (keys != null && keys.remove(key)) {
            listeners.forEach(Runnable::run);
        }
    }
}
