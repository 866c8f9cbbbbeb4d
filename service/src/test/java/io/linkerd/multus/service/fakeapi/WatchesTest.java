// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchesTest {
    private static final String MAPS = "/api/v1/namespaces/shop/configmaps";
    private static final String WATCH = MAPS + "?watch=true&allowWatchBookmarks=true&resourceVersion=";

    private final FakeApiServer server = FakeApiServer.plain();
    private final Caller caller = new Caller(server);

    @AfterEach
    void close() {
        caller.close();
        server.close();
    }

    @Test
    void tellsEveryChangeInOrder() throws Exception {
        var first = Json.metadata(server.put(MAPS + "/a", "{}"), "resourceVersion");
        server.put(MAPS + "/b", "{}");
        try (var watch = caller.watch(WATCH + first)) {
            server.remove(MAPS + "/a");
            server.edit(MAPS + "/b", "{data: {a: 'b'}}");
            server.watches().end();

            assertThat(watch.rest()).containsExactly("ADDED", "DELETED", "MODIFIED", "BOOKMARK");
        }
    }

    @Test
    void tellsInABookmarkHowFarItIs() throws Exception {
        server.put(MAPS + "/a", "{}");
        try (var watch = caller.watch(WATCH)) {
            watch.next();
            var elsewhere = server.put("/api/v1/namespaces/other", "{}");
            server.watches().bookmark();

            assertThat(watch.next().at("/object/metadata/resourceVersion").asText())
                    .isEqualTo(Json.metadata(elsewhere, "resourceVersion"));
        }
    }

    @Test
    void endsWhenItsTimeIsOver() throws Exception {
        server.watches().endAfter(Duration.ofMillis(1));
        try (var watch = caller.watch(WATCH + "1000")) {
            assertThat(watch.rest()).containsExactly("BOOKMARK");
        }
    }

    @Test
    void tellsOfAnOldVersionThatItIsGone() throws Exception {
        var old = Json.metadata(server.put(MAPS + "/a", "{}"), "resourceVersion");
        server.put(MAPS + "/b", "{}");
        server.compact();
        try (var watch = caller.watch(WATCH + old)) {
            assertThat(watch.next().at("/object/code").asInt()).isEqualTo(410);
            assertThat(watch.rest()).isEmpty();
        }
        server.watches().refuseTooOld(true);
        try (var watch = caller.watch(WATCH + old)) {
            assertThat(watch.status()).isEqualTo(410);
        }
    }

    @Test
    void endsWithAnErrorWhereHistoryDoesNotReachBack() throws Exception {
        try (var watch = caller.watch(WATCH)) {
            server.put(MAPS + "/a", "{}");
            server.watches().expire();

            assertThat(watch.rest()).containsExactly("ADDED", "ERROR");
        }
    }

    @Test
    void missesNothingWhenHistoryIsForgottenWhileItIsOpen() throws Exception {
        try (var watch = caller.watch(WATCH)) {
            server.put(MAPS + "/a", "{}");
            server.compact();
            server.watches().end();

            assertThat(watch.rest()).containsExactly("ADDED", "BOOKMARK");
        }
    }

    @Test
    void breaksOffInTheMiddleOfALine() throws Exception {
        server.put(MAPS + "/a", "{}");
        try (var watch = caller.watch(WATCH)) {
            watch.next();
            server.watches().breakOff();

            assertThatThrownBy(watch.reader()::readLine).isInstanceOf(IOException.class);
        }
    }

    @Test
    void staysOpenAndSaysNothingWhenItIsToBeSilent() throws Exception {
        server.put(MAPS + "/a", "{}");
        try (var watch = caller.watch(WATCH)) {
            watch.next();
            server.watches().silence();
            server.put(MAPS + "/b", "{}");
            server.watches().end();

            assertThat(watch.rest()).isEmpty();
        }
    }

    @Test
    void anEndIsNotTakenBackByABookmark() throws Exception {
        try (var watch = caller.watch(WATCH)) {
            server.watches().end();
            server.watches().bookmark();

            assertThat(watch.rest()).containsExactly("BOOKMARK");
        }
    }

    @Test
    void pagesThatWereBegunAreGoneAfterCompaction() throws Exception {
        server.put(MAPS + "/a", "{}");
        server.put(MAPS + "/b", "{}");
        var first = Json.read(caller.get(MAPS + "?limit=1").body());
        server.compact();

        var second = caller.get(
                MAPS + "?limit=1&continue=" + first.at("/metadata/continue").asText());

        assertThat(second.statusCode()).isEqualTo(410);
    }
}
