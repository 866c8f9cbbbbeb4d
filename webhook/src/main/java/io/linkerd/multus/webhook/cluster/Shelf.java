// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** So many values at most, each fresh for a while, and kept after that for as long as no fresh one needs its place. */
final class Shelf<V> {
    /** Whoever makes pods chooses what is asked for. */
    private static final int MOST = 200;

    private final LongSupplier nanos;
    private final Map<String, Item<V>> items = new ConcurrentHashMap<>();

    private record Item<V>(V value, long put, long stays) {}

    Shelf(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** {@return a value that is fresh} */
    Optional<V> fresh(String key) {
        return Optional.ofNullable(items.get(key)).filter(this::isFresh).map(Item::value);
    }

    /** {@return a value that is fresh, or was until so long ago} */
    Optional<V> recent(String key, Duration ago) {
        return Optional.ofNullable(items.get(key))
                .filter(item -> nanos.getAsLong() - item.put() < item.stays() + ago.toNanos())
                .map(Item::value);
    }

    /** {@return a value, however old it is} */
    Optional<V> last(String key) {
        return Optional.ofNullable(items.get(key)).map(Item::value);
    }

    /** Keeps a value that is fresh for so long; where all the others are fresh, and too many, it does not. */
    void put(String key, V value, Duration fresh) {
        if (items.size() >= MOST) {
            items.values().removeIf(other -> !isFresh(other));
        }
        if (items.size() < MOST || items.containsKey(key)) {
            items.put(key, new Item<>(value, nanos.getAsLong(), fresh.toNanos()));
        }
    }

    void remove(String key) {
        items.remove(key);
    }

    private boolean isFresh(Item<V> item) {
        return nanos.getAsLong() - item.put() < item.stays();
    }
}
