// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.fakeapi.WatchTrouble;
import io.linkerd.multus.service.retry.Backoff;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListWatchTest {
    private static final String MAPS = "/api/v1/namespaces/shop/configmaps";
    private static final Backoff QUICK = new Backoff(Duration.ofMillis(20), Duration.ofMillis(500));

    @TempDir
    private Path folder;

    private final FakeApiServer api = FakeApiServer.tls();
    private final Mirror mirror = new Mirror();
    private Thread thread = Thread.currentThread();

    @BeforeEach
    void follow() throws IOException {
        api.put(MAPS + "/first", "{}");
        follow(new Pace(Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofSeconds(150), QUICK));
    }

    private void follow(Pace pace) throws IOException {
        var transport = new UrlTransport(ApiServerFiles.of(api, folder), "test");
        var watch = new ListWatch<>(
                transport,
                Selection.all(MAPS),
                new HeadReader(Set.of()),
                pace,
                mirror,
                RandomGenerator.of("L64X128MixRandom"));
        thread = Thread.ofVirtual().start(watch);
        soon().until(() -> mirror.inStep.get() > 0);
    }

    @AfterEach
    void end() throws InterruptedException {
        thread.interrupt();
        api.close();
        thread.join();
    }

    private void followAnew(Pace pace) throws Exception {
        thread.interrupt();
        thread.join();
        mirror.inStep.set(0);
        follow(pace);
    }

    /** What it has been told, as an informer keeps it. */
    private static class Mirror implements WatchObserver<ObjectHead> {
        private final Map<String, String> versions = new TreeMap<>();
        private final Map<String, String> found = new TreeMap<>();
        private final List<String> ends = new CopyOnWriteArrayList<>();
        final List<ApiFailure> losses = new CopyOnWriteArrayList<>();
        private final AtomicInteger lists = new AtomicInteger();
        final AtomicInteger inStep = new AtomicInteger();

        @Override
        public synchronized void listing() {
            found.clear();
        }

        @Override
        public synchronized void found(ObjectHead object) {
            found.put(object.name(), object.version());
        }

        @Override
        public synchronized void listed() {
            versions.clear();
            versions.putAll(found);
            lists.incrementAndGet();
        }

        @Override
        public synchronized void put(ObjectHead object) {
            versions.put(object.name(), object.version());
        }

        @Override
        public synchronized void removed(ObjectHead object) {
            versions.remove(object.name());
        }

        synchronized Map<String, String> versions() {
            return Map.copyOf(versions);
        }

        @Override
        public void inStep() {
            inStep.incrementAndGet();
        }

        @Override
        public void ended(String why) {
            ends.add(why);
        }

        @Override
        public void lost(ApiFailure why) {
            losses.add(why);
        }
    }

    @Test
    void hearsOfWhatComesAndGoes() {
        soon().until(() -> mirror.versions().containsKey("first"));

        api.put(MAPS + "/second", "{}");
        api.remove(MAPS + "/first");

        soon().until(() -> mirror.versions().keySet().equals(Set.of("second")));
    }

    @Test
    void goesOnFromTheLastVersionWhereAWatchEnds() {
        for (int watches = 2; watches <= 3; watches++) {
            int number = watches;
            api.watches().end();
            soon().until(() -> mirror.inStep.get() == number);
        }
        api.watches().breakOff();
        soon().until(() -> mirror.inStep.get() == 4);

        assertThat(mirror.lists.get()).isEqualTo(1);
        assertThat(mirror.losses).isEmpty();
    }

    /** Eight resets made it wait for half a minute, and what was deleted meanwhile was not heard of for as long. */
    @Test
    void doesNotWaitLongerForEachWatchThatIsCut() {
        for (int cut = 2; cut <= 10; cut++) {
            int number = cut;
            api.watches().breakOff();
            await().atMost(Duration.ofSeconds(10)).until(() -> mirror.inStep.get() == number);
        }
    }

    /** It may have been deleted before: what is not there is not told by any watch. */
    @Test
    void signalsWhereverSomethingMayHaveHappened() throws Exception {
        var wakeups = new Wakeups();
        var watch = new ListWatch<ObjectHead>(
                new UrlTransport(ApiServerFiles.of(api, folder), "test"),
                Selection.named(MAPS, "none"),
                new HeadReader(Set.of()),
                new Pace(Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofSeconds(150), QUICK),
                WatchObserver.signalling(wakeups::signal),
                RandomGenerator.of("L64X128MixRandom"));
        var following = Thread.ofVirtual().start(watch);

        assertThat(wakeups.await(Duration.ofSeconds(10))).as("it begins").isTrue();
        api.put(MAPS + "/none", "{}");
        assertThat(wakeups.await(Duration.ofSeconds(10))).as("it is made").isTrue();
        api.remove(MAPS + "/none");
        assertThat(wakeups.await(Duration.ofSeconds(10))).as("it is removed").isTrue();
        api.watches().end();
        assertThat(wakeups.await(Duration.ofSeconds(10))).as("it begins again").isTrue();
        following.interrupt();
        following.join();
    }

    @Test
    void listsAnewWhereTheVersionIsTooOld() {
        api.watches().expire();
        soon().until(() -> mirror.lists.get() == 2);

        soon().until(() -> mirror.inStep.get() == 2);
        assertThat(mirror.losses).isEmpty();
    }

    @Test
    void goesOnAfterAnApiServerThatWasAway() {
        api.refuseConnections();
        soon().until(() -> !mirror.losses.isEmpty());
        api.put(MAPS + "/late", "{}");

        api.acceptConnections();

        soon().until(() -> mirror.versions().containsKey("late"));
    }

    /** A load balancer had dropped it without a word: nothing was heard for as long as the API server would have let it live. */
    @Test
    void opensAWatchAnewInWhichNothingComes() throws Exception {
        followAnew(new Pace(Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofSeconds(1), QUICK));
        api.watches().silence();

        api.put(MAPS + "/unheard", "{}");

        soon().until(() -> mirror.versions().containsKey("unheard"));
        assertThat(mirror.ends).anyMatch(why -> why.contains("nothing came for 1 s"));
    }

    @Test
    void keepsAWatchOpenInWhichBookmarksCome() throws Exception {
        followAnew(new Pace(Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofSeconds(2), QUICK));

        await().during(Duration.ofSeconds(3))
                .atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    api.watches().bookmark();
                    return mirror.inStep.get() == 1;
                });
    }

    /** Each watch that told what cannot be read, or ended at once, was opened again at once, for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"<html>\n", ""})
    void waitsLongerEachTimeThatNoWatchIsToBeHad(String answer) throws Exception {
        var opened = new CopyOnWriteArrayList<Long>();
        var told = new Mirror();
        var babbling = new ListWatch<>(
                new Babbler(opened, answer),
                Selection.all(MAPS),
                new HeadReader(Set.of()),
                new Pace(Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofSeconds(150), QUICK),
                told,
                RandomGenerator.of("L64X128MixRandom"));
        var following = Thread.ofVirtual().start(babbling);

        soon().until(() -> opened.size() >= 7);
        following.interrupt();
        following.join();

        assertThat(Duration.ofNanos(opened.get(6) - opened.get(5))).isGreaterThan(Duration.ofMillis(200));
        if (!answer.isEmpty()) {
            assertThat(told.losses).as("else what is known counts as what is").isNotEmpty();
        }
    }

    /** It was followed no more, and nothing told: an error in what is done with an event was met again with each watch. */
    @Test
    void anErrorOfAnObserverIsToldAndBegunAnew() throws Exception {
        var clumsy = new Mirror() {
            @Override
            public synchronized void put(ObjectHead object) {
                throw new IllegalStateException("made up");
            }
        };
        var watch = new ListWatch<>(
                new UrlTransport(ApiServerFiles.of(api, folder), "test"),
                Selection.all(MAPS),
                new HeadReader(Set.of()),
                new Pace(Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofSeconds(150), QUICK),
                clumsy,
                RandomGenerator.of("L64X128MixRandom"));
        var following = Thread.ofVirtual().start(watch);
        soon().until(() -> clumsy.inStep.get() == 1);

        api.put(MAPS + "/second", "{}");

        soon().until(() -> clumsy.losses.toString().contains("made up"));
        soon().until(() -> clumsy.versions().containsKey("second"));
        following.interrupt();
        following.join();
    }

    /** An API server, or what stands before it, whose lists are empty and whose watches tell what is no event, or nothing. */
    private record Babbler(List<Long> opened, String answer) implements WatchTransport {
        @Override
        public <T> ApiAnswer<T> ask(ApiCall call, Deadline deadline, ApiReading<T> reading) {
            return answer("{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}", reading);
        }

        @Override
        public <T> ApiAnswer<T> watch(ApiCall call, Duration silence, ApiReading<T> reading) {
            opened.add(System.nanoTime());
            return answer(answer, reading);
        }

        @Override
        public ApiTransport unpooled() {
            return this;
        }

        private static <T> ApiAnswer<T> answer(String body, ApiReading<T> reading) {
            return ApiOutcome.of(() -> ApiOutcome.read(new Canned(body), reading));
        }
    }

    private record Canned(String text) implements ApiResponse {
        @Override
        public int status() {
            return 200;
        }

        @Override
        public Optional<String> header(String name) {
            return Optional.empty();
        }

        @Override
        public InputStream body() {
            return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void endsWithWhatTheApiServerHasWhateverBecomesOfItsWatches(long seed) {
        var trouble = new WatchTrouble(api, seed);
        var random = new Random(seed);
        for (int i = 0; i < 60; i++) {
            var name = MAPS + "/map-" + random.nextInt(10);
            if (random.nextInt(4) == 0) {
                api.remove(name);
            } else {
                api.put(name, "{data: {change: '" + i + "'}}");
            }
            if (random.nextInt(6) == 0) {
                trouble.next();
            }
        }
        trouble.end();

        var there = new TreeMap<String, String>();
        for (var map : api.list(MAPS)) {
            there.put(
                    map.at("/metadata/name").asText(),
                    map.at("/metadata/resourceVersion").asText());
        }
        soon().untilAsserted(() ->
                assertThat(mirror.versions()).as(trouble.toString()).isEqualTo(there));
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(10));
    }
}
