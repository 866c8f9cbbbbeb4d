// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import static io.linkerd.multus.daemon.server.TestServer.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.server.ServerLimits.Queue;
import io.linkerd.multus.daemon.server.ServerLimits.Times;
import io.linkerd.multus.daemon.server.UnixClient.Reply;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests that wait for one another, through the socket. */
@Timeout(60)
class RequestQueueIT {
    @TempDir
    private Path parent;

    @Test
    void carriesOutOneContainersRequestsInOrderAndOthersBeside() throws Exception {
        try (var served = new TestServer(parent, TestServer.ROOMY);
                var add = served.begin("a", "add");
                var del = served.queue("a", "del")) {
            assertThat(served.cni("b/other").status()).isEqualTo(200);

            served.handler.letGo("add");

            assertThat(add.reply().body()).isEqualTo("{\"did\":\"add\"}");
            assertThat(del.reply().body()).isEqualTo("{\"did\":\"del\"}");
            assertThat(served.handler.events())
                    .containsExactly("begin add", "begin other", "end other", "end add", "begin del", "end del");
        }
    }

    @Test
    void holdsRequestsOfAControllerBehindThoseOfTheRuntime() throws Exception {
        try (var served = new TestServer(parent, TestServer.ROOMY);
                var add = served.begin("a", "add");
                var plug = served.connect().send(UnixClient.post("/delegate", "a/plug"))) {
            eventually().until(() -> served.waiting() == 1);
            served.handler.letGo("add");

            assertThat(add.reply().status()).isEqualTo(200);
            assertThat(plug.reply().status()).isEqualTo(200);
        }
    }

    @Test
    void refusesWithCodeElevenWhatMayNotWait() throws Exception {
        try (var served = new TestServer(parent, TestServer.with(new Queue(1, 1, 1)));
                var _ = served.begin("a", "add");
                var _ = served.queue("b", "next")) {
            assertTryAgain(served.cni("c/late"), "too many requests wait already");
            assertThat(served.refused("queue_full")).isEqualTo(1);
        }
    }

    @Test
    void refusesWithCodeElevenWhatOneContainerMayNotWaitFor() throws Exception {
        try (var served = new TestServer(parent, TestServer.with(new Queue(1, 9, 1)));
                var _ = served.begin("a", "add");
                var _ = served.queue("a", "next")) {
            assertTryAgain(served.cni("a/late"), "too many requests for this container wait already");
        }
    }

    @Test
    void answersProbesAndTheNodesRequestsWhileContainersWait() throws Exception {
        try (var served = new TestServer(parent, TestServer.with(new Queue(1, 1, 1)));
                var _ = served.begin("a", "add");
                var _ = served.queue("b", "next")) {
            assertThat(served.ask(UnixClient.post("/readyz", "null")).status()).isEqualTo(200);
            assertThat(served.cni("/status").status()).isEqualTo(200);
        }
    }

    @Test
    void neverBeginsWhatItsClientGaveUpWaitingFor() throws Exception {
        try (var served = new TestServer(parent, TestServer.ROOMY);
                var add = served.begin("a", "add")) {
            served.queue("a", "gone").close();
            eventually().until(() -> served.waiting() == 0);
            served.handler.letGo("add");

            assertThat(add.reply().status()).isEqualTo(200);
            assertThat(served.cni("a/next").status()).isEqualTo(200);
            assertThat(served.handler.begun()).containsExactly("add", "next");
            assertThat(served.value("multus_server_cancelled_total")).isEqualTo(1);
        }
    }

    /** As a runtime does that gives an ADD up, and asks for the DEL at once. */
    @Test
    void cancelsWhatItsClientGivesUpAndBeginsTheNextAfterItsEnd() throws Exception {
        try (var served = new TestServer(parent, TestServer.ROOMY)) {
            var add = served.begin("a", "add");
            try (var del = served.queue("a", "del")) {
                add.close();

                assertThat(del.reply().status()).isEqualTo(200);
                assertThat(served.handler.events()).containsExactly("begin add", "cancel add", "begin del", "end del");
            }
            eventually().until(() -> served.connections() == 0);
        }
    }

    /** Its work may be on the way to take something back, which the next one has to wait for. */
    @Test
    void keepsTheContainerForWorkThatGoesOnAfterItsClient() throws Exception {
        try (var served = new TestServer(parent, TestServer.ROOMY)) {
            served.handler.holdStubbornly("add");
            var add = served.connect().send(UnixClient.post("/cni", "a/add"));
            eventually().until(() -> served.inWork() == 1);
            try (var del = served.queue("a", "del")) {
                add.close();
                eventually().until(() -> served.value("multus_server_cancelled_total") == 1);
                assertThat(served.connections()).isEqualTo(2);
                assertThat(served.handler.begun()).containsExactly("add");
                served.handler.letGo("add");

                assertThat(del.reply().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void refusesWhatWaitsTooLong() throws Exception {
        var queue = new Times(
                TestServer.LONG,
                TestServer.LONG,
                TestServer.SHORT,
                TestServer.LONG,
                TestServer.LONG,
                TestServer.LONG,
                TestServer.LONG,
                Duration.ZERO);
        try (var served = new TestServer(parent, TestServer.with(queue));
                var add = served.begin("a", "add")) {
            assertTryAgain(served.cni("a/late"), "the request waited too long");
            served.handler.letGo("add");

            assertThat(add.reply().status()).isEqualTo(200);
            assertThat(served.handler.begun()).containsExactly("add");
        }
    }

    @Test
    void cancelsWhatTakesTooLong() throws Exception {
        try (var served = new TestServer(parent, TestServer.with(working(TestServer.SHORT, TestServer.LONG)));
                var add = served.begin("a", "add")) {
            var reply = add.reply();

            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.body()).contains("\"code\":11", "cancelled add");
        }
    }

    @Test
    void answersForWorkThatDoesNotEndAndKeepsItsContainer() throws Exception {
        try (var served = new TestServer(parent, TestServer.with(working(TestServer.SHORT, TestServer.SHORT)))) {
            served.handler.holdStubbornly("add");

            assertTryAgain(served.cni("a/add"), "the request did not end in time");

            assertThat(served.inWork()).isEqualTo(1);
            assertThat(served.connections()).isEqualTo(1);
            assertThat(served.cni("b/other").status()).isEqualTo(200);
            served.handler.letGo("add");
            eventually().until(() -> served.connections() == 0);
        }
    }

    @Test
    void refusesWhatThereIsNoMemoryForUntilWorkHasEnded() throws Exception {
        var roomy = TestServer.ROOMY;
        var small = new ServerLimits(
                1000, 1500, roomy.connections(), roomy.others(), roomy.containers(), roomy.node(), TestServer.PATIENT);
        var padding = "x".repeat(900);
        try (var served = new TestServer(parent, small);
                var add = served.begin("a", padding)) {
            assertTryAgain(served.cni("b/" + padding), "all the memory");
            served.handler.letGo(padding);
            assertThat(add.reply().status()).isEqualTo(200);

            served.handler.letGo(padding);
            assertThat(served.cni("b/" + padding).status()).isEqualTo(200);
            eventually().until(() -> served.value("multus_server_held_bytes") == 0);
        }
    }

    private static Times working(Duration work, Duration rollback) {
        return new Times(
                TestServer.LONG,
                TestServer.LONG,
                TestServer.LONG,
                work,
                rollback,
                TestServer.LONG,
                TestServer.LONG,
                Duration.ZERO);
    }

    private static void assertTryAgain(Reply reply, String words) {
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.type()).isEqualTo("application/json");
        assertThat(reply.body())
                .startsWith("{\"code\":11,\"msg\":\"multus daemon: ")
                .contains(words, "; try again");
    }
}
