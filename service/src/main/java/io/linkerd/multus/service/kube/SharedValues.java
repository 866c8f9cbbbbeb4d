// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What is kept of objects beyond which they are: equal values, and equal texts in them, once for each namespace, and no more than there is room for. A
 * namespace gets a quarter of what is free, as long as a quarter of all is; that is left for a small part of each: neither what one namespace makes
 * nor how many there are ends the process.
 */
public final class SharedValues<V> {
    /** What a namespace has room for, in bytes, where others have taken three quarters of all: some forty pod templates of Linkerd's. */
    public static final int ALWAYS = 64 << 10;

    /** In bytes of heap: of a text, its two objects and those of the table in which equal ones are found. */
    private static final int TEXT = 130;

    private final long room;
    private final Function<V, Weight> weight;
    private final Map<String, Namespace<V>> namespaces = new HashMap<>();
    private long taken;

    /**
     * Keeps nothing yet.
     *
     * @param room for all namespaces together, in bytes of heap
     */
    public SharedValues(long room, Function<V, Weight> weight) {
        this.room = room;
        this.weight = weight;
    }

    /**
     * What a value takes.
     *
     * @param own bytes of heap, without its texts
     * @param texts that are in it
     */
    public record Weight(int own, List<String> texts) {}

    private static final class Namespace<V> {
        final Map<V, Held<V>> values = new HashMap<>();
        final Map<String, Integer> texts = new HashMap<>();
        long taken;
    }

    private record Held<V>(V value, Weight weight, int times) {
        Held<V> times(int more) {
            return new Held<>(value, weight, times + more);
        }
    }

    /** {@return the value that is kept for all that equal this one, until as many are released; empty where there is no room} */
    public synchronized Optional<V> take(String namespace, V value) {
        var known = namespaces.computeIfAbsent(namespace, _ -> new Namespace<>());
        var held = known.values.get(value);
        if (held != null) {
            known.values.put(held.value(), held.times(1));
            return Optional.of(held.value());
        }
        var weighed = weight.apply(value);
        add(known, weighed.own());
        weighed.texts().forEach(text -> add(known, known.texts.merge(text, 1, Integer::sum) == 1 ? size(text) : 0));
        if (!fits(known.taken)) {
            forget(namespace, known, weighed);
            return Optional.empty();
        }
        known.values.put(value, new Held<>(value, weighed, 1));
        return Optional.of(value);
    }

    /** Whether a namespace may have so much of what is taken. */
    private boolean fits(long own) {
        return own <= ALWAYS ? taken <= room : taken <= room / 4 * 3 && own <= (room - taken + own) / 4;
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
        forget(namespace, known, held.weight());
    }

    private void forget(String namespace, Namespace<V> known, Weight weighed) {
        add(known, -weighed.own());
        for (var text : weighed.texts()) {
            if (known.texts.computeIfPresent(text, (_, times) -> times == 1 ? null : times - 1) == null) {
                add(known, -size(text));
            }
        }
        if (known.values.isEmpty()) {
            namespaces.remove(namespace);
        }
    }

    /** Those above Latin-1 have two bytes for each character. */
    private static int size(String text) {
        return TEXT + 2 * text.length();
    }

    private void add(Namespace<V> namespace, int more) {
        namespace.taken += more;
        taken += more;
    }
}
