// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * What is kept of objects beyond which they are: equal values of a namespace once, for as long as one of its objects has them, and no more than there
 * is room for. A namespace gets a quarter of what is free, or a small part that each has: what one makes does not end the process, and takes
 * nothing from the others.
 */
public final class SharedValues<V> {
    /** A usual value has seven thousand characters, most of which equal those of others and are in memory once. */
    static final int ROOM = 24 << 20;

    /** What each namespace has room for, whatever the others take. */
    public static final int ALWAYS = 64 << 10;

    private final ToIntFunction<V> size;
    private final Map<String, Namespace<V>> namespaces = new HashMap<>();
    private long taken;

    /** Keeps nothing yet; {@code size} is that of a value, in characters. */
    public SharedValues(ToIntFunction<V> size) {
        this.size = size;
    }

    private static final class Namespace<V> {
        final Map<V, Held<V>> values = new HashMap<>();
        long taken;
    }

    private record Held<V>(V value, int size, int times) {
        Held<V> times(int more) {
            return new Held<>(value, size, times + more);
        }
    }

    /** {@return the value that is kept for all that equal this one, until as many are released; empty where there is no room} */
    public synchronized Optional<V> take(String namespace, V value) {
        var known = namespaces.computeIfAbsent(namespace, _ -> new Namespace<>());
        var held = known.values.get(value);
        int more = held == null ? size.applyAsInt(value) : 0;
        if (held == null && known.taken + more > Math.max(ALWAYS, (ROOM - taken) / 4)) {
            return Optional.empty();
        }
        var taking = held == null ? new Held<>(value, more, 1) : held.times(1);
        known.values.put(taking.value(), taking);
        add(known, more);
        return Optional.of(taking.value());
    }

    /** One that was taken is needed no more. */
    public synchronized void release(String namespace, V value) {
        var known = namespaces.get(namespace);
        var held = known == null ? null : known.values.get(value);
        if (known == null || held == null) {
            return;
        }
        if (held.times() > 1) {
            known.values.put(held.value(), held.times(-1));
            return;
        }
        known.values.remove(value);
        add(known, -held.size());
        if (known.values.isEmpty()) {
            namespaces.remove(namespace);
        }
    }

    private void add(Namespace<V> namespace, int more) {
        namespace.taken += more;
        taken += more;
    }
}
