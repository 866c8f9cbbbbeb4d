// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.fakeapi.Look;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
    private static final Pace QUICKLY =
            new Pace(Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofSeconds(150), QUICK);
    private static final RandomGenerator RANDOM = RandomGenerator.of("L64X128MixRandom");

    @TempDir
    private Path folder;

    private final FakeApiServer api = FakeApiServer.tls();
    private final Mirror mirror = new Mirror();
    private Thread thread = Thread.currentThread();

    @BeforeEach
    void follow() throws IOException {
        api.put(MAPS + "/first", "{}");
        follow(QUICKLY);
    }

    private void follow(Pace pace) throws IOException {
        var transport = new UrlTransport(ApiServerFiles.of(api, folder), "test");
        var watch = new ListWatch<>(transport, Selection.all(MAPS), new HeadReader(Set.of()), pace, mirror, RANDOM);
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
        final AtomicInteger lists = new AtomicInteger();
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
        public synchronized void listed(String version) {
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
                QUICKLY,
                WatchObserver.signalling(wakeups::signal),
                RANDOM);
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

    /** Each daemon's start and each 410 read all pods of a cluster from etcd. */
    @Test
    void listsFromTheCacheOfTheApiServer() {
        api.put(MAPS + "/second", "{}");
        soon().until(() -> mirror.versions().containsKey("second"));
        var newest = mirror.versions().get("second");
        api.watches().expire();
        soon().until(() -> mirror.lists.get() == 2);

        assertThat(lists()).containsExactly("0", "NotOlderThan " + newest);
    }

    /** What had come since would have gone again, until a watch told it once more. */
    @Test
    void takesNoListThatIsOlderThanWhatWasHeard() {
        api.stopCache();
        api.put(MAPS + "/second", "{}");
        soon().until(() -> mirror.versions().containsKey("second"));

        api.watches().expire();
        soon().until(() -> mirror.lists.get() == 2);

        assertThat(mirror.versions()).containsOnlyKeys("first", "second");
        assertThat(lists()).as("of a version, which is refused, and of none").containsExactly("0", "");
        assertThat(mirror.losses).isEmpty();
    }

    /** An API server that does not know what a version has to match, or a proxy before it. */
    @Test
    void takesNoListThatIsOlderThanWhatWasHeardFromAServerThatDoesNotSayIt() throws Exception {
        var asked = new CopyOnWriteArrayList<String>();
        var told = new Mirror();
        var watch = new ListWatch<>(
                new Lagging(asked), Selection.all(MAPS), new HeadReader(Set.of()), QUICKLY, told, RANDOM);
        var following = Thread.ofVirtual().start(watch);

        soon().until(() -> told.lists.get() == 2);
        following.interrupt();
        following.join();

        assertThat(told.versions()).containsExactly(Map.entry("new", "12"));
        assertThat(asked.stream().filter(path -> !path.contains("watch=true")).limit(3))
                .containsExactly(
                        MAPS + "?resourceVersion=0",
                        MAPS + "?resourceVersion=11&resourceVersionMatch=NotOlderThan",
                        MAPS);
    }

    /** One object is one key in etcd; a cache that lags could say that it is not there. */
    @Test
    void readsOneObjectFromEtcd() throws Exception {
        var told = new Mirror();
        var watch = new ListWatch<>(
                new UrlTransport(ApiServerFiles.of(api, folder), "test"),
                Selection.named(MAPS, "late"),
                new HeadReader(Set.of()),
                QUICKLY,
                told,
                RANDOM);
        api.stopCache();
        api.put(MAPS + "/late", "{}");
        var following = Thread.ofVirtual().start(watch);

        soon().until(() -> told.lists.get() == 1);
        following.interrupt();
        following.join();

        assertThat(told.versions()).containsOnlyKeys("late");
    }

    /** Of 400 objects with an annotation of 256 KB each. */
    @Test
    void readsAListOf100MegabytesObjectByObject() throws Exception {
        var large = new LargeList(400, 256 << 10);
        var ahead = new AtomicLong();
        var told = new Mirror() {
            private long before;

            @Override
            public synchronized void found(ObjectHead object) {
                ahead.accumulateAndGet(large.sent.get() - before, Math::max);
                before = large.sent.get();
                super.found(object);
            }
        };
        var watch = new ListWatch<>(large, Selection.all(MAPS), new HeadReader(Set.of()), QUICKLY, told, RANDOM);
        var following = Thread.ofVirtual().start(watch);

        soon().until(() -> told.lists.get() == 1);
        following.interrupt();
        following.join();

        assertThat(told.versions()).hasSize(400);
        assertThat(large.sent.get()).isGreaterThan(100_000_000);
        assertThat(ahead.get()).as("bytes read between one object and the next").isLessThan(1 << 20);
    }

    private List<String> lists() {
        return api.looks().stream().map(Look::resourceVersion).toList();
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
                new Babbler(opened, answer), Selection.all(MAPS), new HeadReader(Set.of()), QUICKLY, told, RANDOM);
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
                QUICKLY,
                clumsy,
                RANDOM);
        var following = Thread.ofVirtual().start(watch);
        soon().until(() -> clumsy.inStep.get() == 1);

        api.put(MAPS + "/second", "{}");

        soon().until(() -> clumsy.losses.toString().contains("made up"));
        soon().until(() -> clumsy.versions().containsKey("second"));
        following.interrupt();
        following.join();
    }

    /** An API server, or what stands before it, whose lists are empty and whose watches tell what is no event, or nothing. */
    private record Babbler(List<Long> opened, String answer) implements Scripted {
        @Override
        public InputStream answer(String path) {
            if (path.contains("watch=true")) {
                opened.add(System.nanoTime());
                return new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8));
            }
            return new ByteArrayInputStream(
                    "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}".getBytes(StandardCharsets.UTF_8));
        }
    }

    /** A replica whose cache stays at a version, and that does not heed what a list's has to match; its first watch hears of one more and ends. */
    private record Lagging(List<String> asked) implements Scripted {
        private static final String OLD = list(10, "{\"metadata\":{\"name\":\"old\",\"resourceVersion\":\"9\"}}");
        private static final String LATEST = list(12, "{\"metadata\":{\"name\":\"new\",\"resourceVersion\":\"12\"}}");
        private static final String ENDING = """
                {"type":"ADDED","object":{"metadata":{"name":"new","resourceVersion":"11"}}}
                {"type":"ERROR","object":{"kind":"Status","code":410}}
                """;

        @Override
        public InputStream answer(String path) {
            asked.add(path);
            var text = path.endsWith("&resourceVersion=10")
                    ? ENDING
                    : path.contains("watch=true") ? "" : path.contains("resourceVersion=") ? OLD : LATEST;
            return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }

        private static String list(int version, String items) {
            return "{\"metadata\":{\"resourceVersion\":\"" + version + "\"},\"items\":[" + items + "]}";
        }
    }

    /** A list of so many objects, each with an annotation of that length, which is made as it is read. */
    private static final class LargeList implements Scripted {
        private final int count;
        private final String annotation;
        final AtomicLong sent = new AtomicLong();

        LargeList(int count, int length) {
            this.count = count;
            this.annotation = "x".repeat(length);
        }

        @Override
        public InputStream answer(String path) {
            if (path.contains("watch=true")) {
                return InputStream.nullInputStream();
            }
            var parts = Stream.concat(
                            IntStream.range(0, count).mapToObj(this::object),
                            Stream.of("],\"metadata\":{\"resourceVersion\":\"1\"}}"))
                    .map(part -> (InputStream) new ByteArrayInputStream(part.getBytes(StandardCharsets.UTF_8)))
                    .iterator();
            return new InputStream() {
                private InputStream part = InputStream.nullInputStream();

                @Override
                public int read() {
                    throw new UnsupportedOperationException("byte by byte");
                }

                @Override
                public int read(byte[] into, int offset, int length) throws IOException {
                    int read = part.read(into, offset, length);
                    while (read < 0 && parts.hasNext()) {
                        part = parts.next();
                        read = part.read(into, offset, length);
                    }
                    return read;
                }
            };
        }

        private String object(int number) {
            var object = (number == 0 ? "{\"items\":[" : ",") + "{\"metadata\":{\"name\":\"map-" + number
                    + "\",\"resourceVersion\":\"1\",\"annotations\":{\"note\":\"" + annotation + "\"}}}";
            sent.addAndGet(object.length());
            return object;
        }
    }

    /** What answers each call by its path. */
    private interface Scripted extends StreamTransport {
        InputStream answer(String path);

        @Override
        default <T> ApiAnswer<T> stream(ApiCall call, Duration opening, Duration silence, ApiReading<T> reading) {
            return ApiOutcome.of(() -> ApiOutcome.read(new Canned(answer(call.path())), reading));
        }
    }

    private record Canned(InputStream body) implements ApiResponse {
        @Override
        public int status() {
            return 200;
        }

        @Override
        public Optional<String> header(String name) {
            return Optional.empty();
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
