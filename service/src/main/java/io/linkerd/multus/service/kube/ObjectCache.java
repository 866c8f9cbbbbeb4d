// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.service.clocks.Deadline;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A value of each object of a list and watch, by its key. What is known stays known while the API server is away.
 *
 * @param <T> an object, as the reader gives it
 * @param <V> what is kept of it
 */
public final class ObjectCache<T, V> implements WatchObserver<T> {
    private final Function<T, Entry<V>> reading;
    private final Listener<V> listener;
    private final SyncObserver sync;
    private final Set<Semaphore> waiting = ConcurrentHashMap.newKeySet();
    private volatile NavigableMap<String, Entry<V>> known = Collections.emptyNavigableMap();
    private volatile boolean complete;
    private NavigableMap<String, Entry<V>> found = new ConcurrentSkipListMap<>();

    /**
     * Keeps nothing yet.
     *
     * @param reading is called once for each object that arrives, by the thread that follows
     * @param sync is told whether changes are heard of
     */
    public ObjectCache(Function<T, Entry<V>> reading, Listener<V> listener, SyncObserver sync) {
        this.reading = reading;
        this.listener = listener;
        this.sync = sync;
    }

    /**
     * What is kept of an object.
     *
     * @param key by which it is found
     * @param version of the object: one that has the same in a later list has not changed
     */
    public record Entry<V>(String key, String version, V value) {}

    /** Is told what happens, by the thread that follows. */
    public interface Listener<V> {
        /** An object came, changed or went; this is, or was last, kept of it. */
        void changed(V value);

        /** {@return whether the cache is to hold this} One that it does not hold is as good as one that is not there. */
        default boolean keeps(V value) {
            return true;
        }

        /** All objects of that version are known, and those that differ were told. */
        default void listed(String version) {}

        /** The cache holds this no more. */
        default void dropped(V value) {}

        /** {@return one for a cache that is only asked} */
        static <V> Listener<V> none() {
            return _ -> {};
        }
    }

    /** {@return what is kept of the object} */
    public Optional<V> get(String key) {
        return Optional.ofNullable(known.get(key)).map(Entry::value);
    }

    /** {@return what is kept of the object once it is as wanted; empty where it is not within so long, or before the deadline} */
    public Optional<V> await(String key, Predicate<V> wanted, Deadline deadline, Duration longest) {
        var changes = new Semaphore(0);
        var wait = deadline.atMost(longest);
        waiting.add(changes);
        try (var _ = deadline.during(wait::abandon)) {
            var value = get(key).filter(wanted);
            while (value.isEmpty() && wait.takes(changes)) {
                value = get(key).filter(wanted);
            }
            return value;
        } finally {
            waiting.remove(changes);
        }
    }

    /** {@return what is kept of all objects, in the order of their keys} */
    public Stream<V> all() {
        return known.values().stream().map(Entry::value);
    }

    /** {@return what is kept of the objects whose keys begin so, without a look at others} */
    public Stream<V> under(String prefix) {
        return known.subMap(prefix, prefix + Character.MAX_VALUE).values().stream()
                .map(Entry::value);
    }

    /** {@return whether all that there was has been read once, and told} */
    public boolean isComplete() {
        return complete;
    }

    @Override
    public void listing() {
        found.values().forEach(entry -> listener.dropped(entry.value()));
        found = new ConcurrentSkipListMap<>();
    }

    @Override
    public void found(T object) {
        keep(found, reading.apply(object));
    }

    @Override
    public void listed(String version) {
        var before = known;
        known = found;
        found = new ConcurrentSkipListMap<>();
        before.values().forEach(entry -> listener.dropped(entry.value()));
        known.values().stream()
                .filter(now -> !now.version()
                        .equals(Optional.ofNullable(before.get(now.key()))
                                .map(Entry::version)
                                .orElse("")))
                .forEach(now -> listener.changed(now.value()));
        before.values().stream()
                .filter(gone -> !known.containsKey(gone.key()))
                .forEach(gone -> listener.changed(gone.value()));
        listener.listed(version);
        complete = true;
        waiting.forEach(Semaphore::release);
    }

    @Override
    public void put(T object) {
        var entry = reading.apply(object);
        keep(known, entry);
        listener.changed(entry.value());
        waiting.forEach(Semaphore::release);
    }

    /** Its last state comes with it, which is kept no more. */
    @Override
    public void removed(T object) {
        var entry = reading.apply(object);
        Optional.ofNullable(known.remove(entry.key())).ifPresent(before -> listener.dropped(before.value()));
        listener.changed(entry.value());
        listener.dropped(entry.value());
    }

    @Override
    public void inStep() {
        sync.inStep();
    }

    @Override
    public void heard() {
        sync.heard();
    }

    @Override
    public void ended(String why) {
        sync.ended(why);
    }

    @Override
    public void lost(ApiFailure why) {
        sync.lost(why);
    }

    private void keep(Map<String, Entry<V>> objects, Entry<V> entry) {
        boolean kept = listener.keeps(entry.value());
        var before = kept ? objects.put(entry.key(), entry) : objects.remove(entry.key());
        if (before != null) {
            listener.dropped(before.value());
        }
        if (!kept) {
            listener.dropped(entry.value());
        }
    }
}
