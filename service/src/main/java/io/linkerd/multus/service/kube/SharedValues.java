// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What is kept of objects beyond which they are: equal values once for each namespace, equal parts of them once for all, and no more than there is
 * room for. A namespace gets a quarter of what is free, as long as a quarter of all is; that is left for a small part of each: neither what one
 * namespace makes nor how many there are ends the process. A part counts for
 * the first {@value #COMMON} namespaces that bring it.
 */
public final class SharedValues<V> {
    /** What a namespace has room for, in bytes, where others have taken three quarters of all: some forty pod templates of Linkerd's. */
    public static final int ALWAYS = 64 << 10;

    /** In bytes of heap: of a text, its two objects. */
    private static final int TEXT = 60;

    /** Of a part, what says who has it, here and where equal ones are found. */
    private static final int TABLES = 240;

    /** From so many namespaces on, a part is no namespace's own: what Linkerd's injector writes is the same in all. */
    private static final int COMMON = 8;

    private final long room;
    private final Function<V, Weight> weight;
    private final Map<String, Namespace<V>> namespaces = new HashMap<>();
    private final Map<Object, Use<V>> uses = new HashMap<>();
    private long taken;

    /**
     * Keeps nothing yet.
     *
     * @param room for all namespaces together, in bytes of heap
     * @param weight of a value; equal values have equal ones
     */
    public SharedValues(long room, Function<V, Weight> weight) {
        this.room = room;
        this.weight = weight;
    }

    /**
     * What a value takes.
     *
     * @param own bytes of heap, without its parts
     * @param parts that are in it, each the same object as in all others that have it
     */
    public record Weight(int own, List<Part> parts) {
        /** One whose parts are texts. */
        public static Weight ofTexts(int own, List<String> texts) {
            return new Weight(own, texts.stream().map(Part::of).toList());
        }
    }

    /**
     * Something that equal values share.
     *
     * @param value by which it is equal to another
     * @param size bytes of heap
     */
    public record Part(Object value, int size) {
        /** A text. */
        public static Part of(String text) {
            return new Part(text, TABLES + TEXT + 2 * text.length());
        }
    }

    /** {@return bytes of heap of texts that nothing shares} Those above Latin-1 have two for each character. */
    public static int sizeOf(List<String> texts) {
        return texts.stream().mapToInt(text -> TEXT + 2 * text.length()).sum();
    }

    private static final class Namespace<V> {
        final String name;
        final Map<V, Held<V>> values = new HashMap<>();
        long taken;

        Namespace(String name) {
            this.name = name;
        }
    }

    /** In how many values a part is, and the namespaces that brought it: it counts for each of these until no value has it. */
    private static final class Use<V> {
        final List<Namespace<V>> broughtBy = new ArrayList<>(1);
        int values;
    }

    private record Held<V>(V value, int times) {
        Held<V> times(int more) {
            return new Held<>(value, times + more);
        }
    }

    /** {@return the value that is kept for all that equal this one, until as many are released; empty where there is no room} */
    public synchronized Optional<V> take(String namespace, V value) {
        var known = namespaces.computeIfAbsent(namespace, Namespace::new);
        var held = known.values.get(value);
        if (held != null) {
            known.values.put(held.value(), held.times(1));
            return Optional.of(held.value());
        }
        var weighed = weight.apply(value);
        add(known, weighed.own());
        weighed.parts().forEach(part -> add(known, part));
        if (!fits(known.taken)) {
            forget(known, weighed);
            return Optional.empty();
        }
        known.values.put(value, new Held<>(value, 1));
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
        forget(known, weight.apply(value));
    }

    private void forget(Namespace<V> namespace, Weight weighed) {
        add(namespace, -weighed.own());
        weighed.parts().forEach(this::remove);
        dropIfEmpty(namespace);
    }

    private void dropIfEmpty(Namespace<V> namespace) {
        if (namespace.values.isEmpty() && namespace.taken == 0) {
            namespaces.remove(namespace.name);
        }
    }

    private void add(Namespace<V> namespace, int more) {
        namespace.taken += more;
        taken += more;
    }

    private void add(Namespace<V> namespace, Part part) {
        var use = uses.computeIfAbsent(part.value(), _ -> new Use<>());
        if (use.values++ == 0) {
            taken += part.size();
        }
        if (use.broughtBy.size() < COMMON && !use.broughtBy.contains(namespace)) {
            use.broughtBy.add(namespace);
            namespace.taken += part.size();
        }
    }

    private void remove(Part part) {
        var use = uses.get(part.value());
        if (use != null && --use.values == 0) {
            uses.remove(part.value());
            taken -= part.size();
            use.broughtBy.forEach(namespace -> {
                namespace.taken -= part.size();
                dropIfEmpty(namespace);
            });
        }
    }
}
