// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.contracts.events.EventBacklog.Repeats;
import io.linkerd.multus.contracts.events.EventBacklog.Spacing;
import io.linkerd.multus.contracts.events.EventObject.Reporter;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EventPosterTest {
    private static final String EVENTS = "/api/v1/namespaces/shop/events";
    private static final Reporter REPORTER = new Reporter("multus", "daemon-1", "node1");
    private static final Spacing COUNTING = new Spacing(Duration.ofSeconds(5), 20, Repeats.COUNTED);
    private static final Spacing DROPPING = new Spacing(Duration.ofHours(1), 20, Repeats.DROPPED);

    @TempDir
    private Path folder;

    private final FakeApiServer api = FakeApiServer.tls();
    /** How much further the clock is than the machine's. */
    private final AtomicLong ahead = new AtomicLong();

    private final Clocks clocks =
            new Clocks(() -> Instant.parse("2030-01-02T03:04:05.5Z"), () -> System.nanoTime() + ahead.get());
    /** As the installer's, it has no PATCH. */
    private UrlTransport posts;

    private EventPoster events;
    private Thread loop;

    @BeforeEach
    void begin() throws Exception {
        api.put("/api/v1/namespaces/shop", "{}");
        posts = new UrlTransport(ApiServerFiles.of(api, folder), "test");
        begin(posts, COUNTING);
    }

    private void begin(ApiTransport transport, Spacing spacing) throws Exception {
        var patches = new KeptHttpClientTransport(ApiServerFiles.of(api, folder), "test");
        events = new EventPoster(transport, patches, REPORTER, spacing, clocks);
        loop = Thread.ofVirtual().start(events::run);
    }

    @AfterEach
    void end() {
        loop.interrupt();
        api.close();
    }

    private static Notice about(String uid) {
        return Notice.warning(Subject.pod("shop", "cart", uid), "Missing", "no network \"blue\"");
    }

    private JsonNode event() {
        await().until(() -> api.list(EVENTS).size() == 1 && events.waiting() == 0);
        return api.list(EVENTS).getFirst();
    }

    /** Lets the time pass before which equal ones are not told again, and tells one more. */
    private void postOneMoreAfter(Duration time) {
        ahead.addAndGet(time.toNanos());
        events.post(about("uid"));
        await().until(() -> events.waiting() == 0);
    }

    @Test
    void areAboutTheirSubjectInTheReportersName() {
        events.post(about("uid"));

        var event = event();
        assertThat(event.path("involvedObject").toString())
                .isEqualTo(
                        "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"namespace\":\"shop\",\"name\":\"cart\",\"uid\":\"uid\"}");
        assertThat(event.path("reason").asText()).isEqualTo("Missing");
        assertThat(event.path("type").asText()).isEqualTo("Warning");
        assertThat(event.path("message").asText()).isEqualTo("no network \"blue\"");
        assertThat(event.at("/source/component").asText()).isEqualTo("multus");
        assertThat(event.at("/source/host").asText()).isEqualTo("node1");
        assertThat(event.path("lastTimestamp").asText()).isEqualTo("2030-01-02T03:04:05Z");
        assertThat(event.path("count").asInt()).isEqualTo(1);
    }

    @Test
    void manyEqualOnesAreOneWithACount() {
        events.post(about("uid"));
        event();
        for (int more = 0; more < 98; more++) {
            events.post(about("uid"));
        }
        postOneMoreAfter(Duration.ofSeconds(6));

        assertThat(event().path("count").asInt()).isEqualTo(100);
        assertThat(api.writes()).hasSize(2);
    }

    @Test
    void equalOnesThatAreNotCountedAreNewEventsAndPatchNothing() throws Exception {
        loop.interrupt();
        begin(posts, DROPPING);
        events.post(about("uid"));
        event();
        for (int more = 0; more < 98; more++) {
            events.post(about("uid"));
        }
        postOneMoreAfter(Duration.ofHours(1));

        assertThat(api.list(EVENTS))
                .hasSize(2)
                .allMatch(event -> event.path("count").asInt() == 1);
    }

    @Test
    void oneThatTheApiServerHasForgottenIsToldAnew() {
        events.post(about("uid"));
        api.remove(EVENTS + "/" + event().at("/metadata/name").asText());
        postOneMoreAfter(Duration.ofSeconds(6));

        assertThat(event().path("count").asInt()).isEqualTo(2);
    }

    @Test
    void anAnswerThatIsLostMakesNoSecondOne() throws Exception {
        loop.interrupt();
        begin(new Twice(posts), COUNTING);
        api.fail("POST " + EVENTS, new Failure.LostAnswer(), 1);
        events.post(about("uid"));

        assertThat(event().path("count").asInt()).isEqualTo(1);
        assertThat(events.lost()).isZero();
    }

    @Test
    void thoseThatAreDeniedAreCountedAndTheNextIsTold() {
        api.fail("POST " + EVENTS, Failure.status(403), 1);
        events.post(about("uid"));
        await().until(() -> events.lost() == 1);
        events.post(about("another"));

        assertThat(event().at("/involvedObject/uid").asText()).isEqualTo("another");
    }

    @Test
    void oneFaultEndsNotTheTellingOfAllEventsAfterIt() throws Exception {
        loop.interrupt();
        begin(new Brittle(posts), COUNTING);
        events.post(about("uid"));
        await().until(() -> events.lost() == 1);

        events.post(about("another"));

        await().until(() -> api.list(EVENTS).size() == 1);
    }

    @Test
    void postingDoesNotWaitForAnApiServerThatIsAway() throws Exception {
        loop.interrupt();
        loop.join();
        events = new EventPoster(posts, posts, REPORTER, COUNTING, clocks);
        for (int pod = 0; pod < COUNTING.most() + 10; pod++) {
            events.post(about("uid" + pod));
        }

        assertThat(events.lost()).isEqualTo(10);
        assertThat(events.waiting()).isEqualTo(COUNTING.most());
    }

    /** Makes a call anew whose answer is lost. */
    private record Twice(ApiTransport once) implements ApiTransport {
        @Override
        public <T> ApiAnswer<T> ask(ApiCall call, Deadline deadline, ApiReading<T> reading) {
            var answer = once.ask(call, deadline, reading);
            return answer instanceof ApiAnswer.Failed<T> ? once.ask(call, deadline, reading) : answer;
        }
    }

    /** Fails once by a fault of the program's own. */
    private static final class Brittle implements ApiTransport {
        private final ApiTransport whole;
        private final AtomicBoolean wasUsed = new AtomicBoolean();

        Brittle(ApiTransport whole) {
            this.whole = whole;
        }

        @Override
        public <T> ApiAnswer<T> ask(ApiCall call, Deadline deadline, ApiReading<T> reading) {
            if (!wasUsed.getAndSet(true)) {
                throw new IllegalStateException("planned");
            }
            return whole.ask(call, deadline, reading);
        }
    }
}
