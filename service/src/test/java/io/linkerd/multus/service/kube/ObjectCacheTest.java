// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.clocks.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executors;
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
    void hasThoseOfANamespaceWithoutThoseOfOneWhoseNameBeginsAlike() {
        list("shop/web@1", "shop/api@2", "shop-2/web@3", "sho/web@4", "shop@5");

        assertThat(cache.under("shop/")).containsExactly("shop/api@2", "shop/web@1");
        assertThat(cache.under("none/")).isEmpty();
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

    /** An earlier value would be taken for what the API server has. */
    @Test
    void whatItDoesNotKeepTakesThePlaceOfWhatItKept() {
        var dropped = new ArrayList<String>();
        var choosy = new ObjectCache<String, String>(
                ObjectCacheTest::entry,
                new ObjectCache.Listener<>() {
                    @Override
                    public void changed(String value) {
                        // not of interest
                    }

                    @Override
                    public boolean keeps(String value) {
                        return !value.endsWith("@large");
                    }

                    @Override
                    public void dropped(String value) {
                        dropped.add(value);
                    }
                },
                new SyncObserver() {});
        choosy.listing();
        choosy.found("other@large");
        choosy.listed("1");
        choosy.put("web@1");
        assertThat(choosy.all()).containsExactly("web@1");

        choosy.put("web@large");

        assertThat(choosy.all()).isEmpty();
        assertThat(dropped).containsExactly("other@large", "web@1", "web@large");
    }

    @Test
    void whoWaitsIsWokenByAnEventAndByAList() throws Exception {
        list("web@1");
        try (var waiters = Executors.newVirtualThreadPerTaskExecutor()) {
            var byEvent = waiters.submit(() -> await("web@2"));
            var byList = waiters.submit(() -> await("web@3"));
            cache.put("web@2");
            assertThat(byEvent.get()).contains("web@2");

            list("web@3");
            assertThat(byList.get()).contains("web@3");
        }
    }

    @Test
    void waitsNoLongerThanItMay() {
        assertThat(cache.await("web", _ -> true, soon(), Duration.ofMillis(1))).isEmpty();
        assertThat(cache.await("web", _ -> true, Deadline.in(Duration.ZERO, System::nanoTime), Duration.ofMinutes(1)))
                .isEmpty();
    }

    private Optional<String> await(String wanted) {
        return cache.await("web", wanted::equals, soon(), Duration.ofSeconds(20));
    }

    private static Deadline soon() {
        return Deadline.in(Duration.ofSeconds(20), System::nanoTime);
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
