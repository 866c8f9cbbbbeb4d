// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchTroubleTest {
    private static final String MAPS = "/api/v1/namespaces/shop/configmaps";

    /** What every informer does: lists, watches, goes on where it was, and lists again where that is gone. */
    private static final class Mirror implements Runnable {
        private final Caller caller;
        private final Map<String, String> seen = new ConcurrentSkipListMap<>();
        private String version = "";

        Mirror(Caller caller) {
            this.caller = caller;
        }

        @Override
        public void run() {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    if (version.isEmpty()) {
                        list();
                    } else {
                        watch();
                    }
                } catch (IOException | IllegalArgumentException broken) {
                    // Tried again at once: there is no load to spare here.
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        private void list() throws IOException, InterruptedException {
            var answer = caller.get(MAPS);
            if (answer.statusCode() == 200) {
                var list = Json.read(answer.body());
                seen.clear();
                list.path("items").forEach(this::keep);
                version = Json.metadata(list, "resourceVersion");
            }
        }

        private void watch() throws IOException, InterruptedException {
            try (var events = caller.watch(MAPS + "?watch=true&allowWatchBookmarks=true&resourceVersion=" + version)) {
                if (events.status() == 410) {
                    version = "";
                }
                for (var line = events.reader().readLine(); line != null && events.status() == 200; ) {
                    follow(Json.read(line));
                    line = events.reader().readLine();
                }
            }
        }

        private void follow(JsonNode event) {
            var object = event.path("object");
            switch (event.path("type").asText()) {
                case "ADDED", "MODIFIED" -> keep(object);
                case "DELETED" -> seen.remove(Json.metadata(object, "name"));
                default -> {}
            }
            version = Json.metadata(object, "resourceVersion");
        }

        private void keep(JsonNode object) {
            seen.put(Json.metadata(object, "name"), Json.metadata(object, "resourceVersion"));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aClientThatListsAgainWhereItHasToLosesNoEvent(long seed) throws Exception {
        var random = new Random(seed);
        try (var server = FakeApiServer.plain();
                var caller = new Caller(server)) {
            var trouble = new WatchTrouble(server, ~seed);
            var mirror = new Mirror(caller);
            var thread = Thread.ofVirtual().start(mirror);
            try {
                for (var i = 0; i < 60; i++) {
                    change(server, random);
                    if (random.nextInt(3) == 0) {
                        trouble.next();
                    }
                }
                trouble.end();

                await(trouble.toString())
                        .atMost(Duration.ofSeconds(20))
                        .untilAsserted(() -> assertThat(mirror.seen).isEqualTo(versions(server)));
            } finally {
                thread.interrupt();
            }
        }
    }

    private static void change(FakeApiServer server, Random random) {
        var path = MAPS + "/m" + random.nextInt(10);
        if (random.nextInt(4) == 0) {
            server.remove(path);
        } else {
            server.put(path, "{data: {n: '" + random.nextInt() + "'}}");
        }
    }

    private static Map<String, String> versions(FakeApiServer server) {
        var versions = new TreeMap<String, String>();
        server.list(MAPS)
                .forEach(map -> versions.put(Json.metadata(map, "name"), Json.metadata(map, "resourceVersion")));
        return versions;
    }
}
