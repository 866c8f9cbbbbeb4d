// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectCacheTest {
    private final Told told = new Told();
    private final ObjectCache<String, String> cache =
            new ObjectCache<>(ObjectCacheTest::entry, told, new SyncObserver() {});

    /** An object is its name and version, as in {@code web@7}. */
    private static ObjectCache.Entry<String> entry(String object) {
        var parts = object.split("@", 2);
        return new ObjectCache.Entry<>(parts[0], parts[1], object);
    }

    private static final class Told implements ObjectCache.Listener<String> {
        final List<String> changed = new ArrayList<>();
        final List<String> dropped = new ArrayList<>();
        final List<String> versions = new ArrayList<>();

        @Override
        public void changed(String value) {
            changed.add(value);
        }

        @Override
        public void dropped(String value) {
            dropped.add(value);
        }

        @Override
        public void listed(String version) {
            versions.add(version);
        }
    }

    @Test
    void isCompleteOnceAllHasBeenToldThatAListHas() {
        cache.listing();
        cache.found("web@1");
        assertThat(cache.isComplete()).isFalse();
        assertThat(cache.all()).as("before the end of the list").isEmpty();

        cache.listed("5");

        assertThat(cache.isComplete()).isTrue();
        assertThat(cache.get("web")).contains("web@1");
        assertThat(told.changed).containsExactly("web@1");
        assertThat(told.versions).containsExactly("5");
    }

    @Test
    void tellsOfALaterListWhatDiffers() {
        list("same@1", "changed@1", "gone@1");
        told.changed.clear();

        list("same@1", "changed@2", "new@3");

        assertThat(told.changed).containsExactlyInAnyOrder("changed@2", "new@3", "gone@1");
        assertThat(cache.all()).containsExactlyInAnyOrder("same@1", "changed@2", "new@3");
    }

    @Test
    void ofAListThatBrokeOffNothingCounts() {
        list("web@1");
        cache.listing();
        cache.found("other@2");

        list("web@1");

        assertThat(cache.all()).containsExactly("web@1");
        assertThat(told.dropped).contains("other@2");
        assertThat(told.changed).containsExactly("web@1");
    }

    @Test
    void takesEventsIn() {
        list("web@1");
        cache.put("web@2");
        cache.put("api@3");
        cache.removed("web@4");

        assertThat(cache.all()).containsExactly("api@3");
        assertThat(told.changed).containsExactly("web@1", "web@2", "api@3", "web@4");
    }

    /** Each value that was read is dropped once, or is still held: what is counted by them is neither lost nor counted twice. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void holdsWhatItHasNotDropped(long seed) {
        var random = new Random(seed);
        var read = new TreeMap<String, Integer>();
        var counting = new ObjectCache<String, String>(
                object -> {
                    read.merge(object, 1, Integer::sum);
                    return entry(object);
                },
                told,
                new SyncObserver() {});
        counting.listing();
        counting.listed("0");
        for (int version = 1; version < 300; version++) {
            var object = "object-" + random.nextInt(8) + "@" + version;
            switch (random.nextInt(6)) {
                case 0 -> counting.removed(object);
                case 1 -> counting.listing();
                case 2 -> counting.found(object);
                case 3 -> counting.listed(Integer.toString(version));
                default -> counting.put(object);
            }
        }
        counting.listing();

        told.dropped.forEach(value -> read.merge(value, -1, Integer::sum));
        read.values().removeIf(times -> times == 0);
        assertThat(read.keySet())
                .containsExactlyInAnyOrderElementsOf(counting.all().toList());
        assertThat(read.values()).allMatch(times -> times == 1);
    }

    private void list(String... objects) {
        cache.listing();
        List.of(objects).forEach(cache::found);
        cache.listed("9");
    }
}
