// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.kube.ObjectCache;
import io.linkerd.multus.service.kube.SharedValues;
import io.linkerd.multus.service.kube.SyncObserver;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SightingTest {
    /** All that a namespace has room for. */
    private static final int PART = SharedValues.ALWAYS;

    /** A value is as large as its number says. */
    private final ObjectCache<Sighting<Integer>, Sighting<Integer>> cache = Sighting.cache(
            new SharedValues<>(2 * PART, size -> new SharedValues.Weight(size, List.of())), new SyncObserver() {});

    SightingTest() {
        cache.listing();
        cache.listed("1");
    }

    private static Sighting<Integer> seen(String namespace, String name, int size) {
        return new Sighting<>(new ObjectName(namespace, name), "1", Optional.of(size));
    }

    private Optional<Integer> get(String key) {
        return cache.get(key).flatMap(Sighting::value);
    }

    @Test
    void whatThereIsNoRoomForIsUnknown() {
        cache.put(seen("shop", "a", PART - 10));
        cache.put(seen("shop", "b", 11));

        assertThat(get("shop/a")).contains(PART - 10);
        assertThat(cache.get("shop/b")).as("takes no place, either").isEmpty();
    }

    @Test
    void aNamespaceThatTakesAllLeavesTheOthersTheirs() {
        cache.put(seen("greedy", "a", PART));
        cache.put(seen("shop", "b", PART));

        assertThat(get("shop/b")).contains(PART);
    }

    @Test
    void whatGoesLeavesItsRoom() {
        cache.put(seen("shop", "a", PART));
        cache.removed(seen("shop", "a", PART));
        cache.put(seen("shop", "b", PART - 1));

        assertThat(get("shop/b")).contains(PART - 1);
    }

    /** An earlier value would be taken for what the API server has. */
    @Test
    void whatHasBecomeTooLargeIsForgotten() {
        cache.put(seen("shop", "a", 1));
        cache.put(new Sighting<>(new ObjectName("shop", "a"), "2", Optional.empty()));

        assertThat(cache.get("shop/a")).isEmpty();
    }

    @Test
    void aListOfTheSameObjectsNeedsNoRoomOfItsOwn() {
        cache.put(seen("shop", "a", PART));
        cache.listing();
        cache.found(seen("shop", "a", PART));
        cache.listed("2");

        assertThat(get("shop/a")).contains(PART);
    }
}
