// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The objects of which no more is known than which they are, since they are larger than what is read, or their namespace has too many. */
public final class UnreadObjects {
    private final List<Supplier<Stream<Unread>>> sources = new CopyOnWriteArrayList<>();

    /**
     * One of them.
     *
     * @param resource its kind, as RBAC calls it
     * @param namespace that it is in; of a namespace, its name
     */
    public record Unread(String resource, String namespace, String name) implements Comparable<Unread> {
        @Override
        public int compareTo(Unread other) {
            return inWords().compareTo(other.inWords());
        }

        /** {@return it, for a person} */
        public String inWords() {
            return resource + " " + name;
        }
    }

    /** Counts what {@code source} gives, until the returned action is run. */
    public Runnable add(Supplier<Stream<Unread>> source) {
        sources.add(source);
        return () -> sources.remove(source);
    }

    /** {@return all of them now} */
    public Stream<Unread> all() {
        return sources.stream().flatMap(Supplier::get);
    }
}
