// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import static io.linkerd.multus.daemon.cluster.FollowedCluster.known;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.daemon.status.PodEvent;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiReading;
import io.linkerd.multus.service.kube.ApiTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PodEventsTest {
    private static final String EVENTS = "/api/v1/namespaces/shop/events";
    private static final PodEvent MISSING = PodEvent.noNetworkFound("shop", "blue", "not found");

    @TempDir
    private Path folder;

    private FollowedCluster there;
    private PodEvents events;

    @BeforeEach
    void follow() throws Exception {
        there = new FollowedCluster(folder);
        events = there.cluster.events();
        there.putPod("{}");
    }

    @AfterEach
    void end() {
        there.close();
    }

    private JsonNode event() {
        await().until(() -> there.api.list(EVENTS).size() == 1 && events.waiting() == 0);
        return there.api.list(EVENTS).getFirst();
    }

    /** Lets the time pass before which equal ones are not told again, and tells one more. */
    private void tellOneMoreLater() {
        there.ahead.addAndGet(Duration.ofSeconds(6).toNanos());
        events.tell(known("uid"), MISSING);
        await().until(() -> events.waiting() == 0);
    }

    @Test
    void areAboutThePodInMultusName() {
        events.tell(known("uid"), MISSING);

        var event = event();
        assertThat(event.path("involvedObject").toString())
                .isEqualTo(
                        "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"namespace\":\"shop\",\"name\":\"cart\",\"uid\":\"uid\"}");
        assertThat(event.path("reason").asText()).isEqualTo("NoNetworkFound");
        assertThat(event.path("type").asText()).isEqualTo("Warning");
        assertThat(event.path("message").asText()).isEqualTo(MISSING.message());
        assertThat(event.at("/source/component").asText()).isEqualTo("multus");
        assertThat(event.at("/source/host").asText()).isEqualTo("node1");
        assertThat(event.path("lastTimestamp").asText()).isEqualTo("2030-01-02T03:04:05Z");
        assertThat(event.path("count").asInt()).isEqualTo(1);
    }

    @Test
    void manyEqualOnesAreOneWithACount() {
        events.tell(known("uid"), MISSING);
        event();
        for (int more = 0; more < 98; more++) {
            events.tell(known("uid"), MISSING);
        }
        tellOneMoreLater();

        assertThat(event().path("count").asInt()).isEqualTo(100);
        assertThat(there.api.writes()).hasSize(2);
    }

    @Test
    void oneThatTheApiServerHasForgottenIsToldAnew() {
        events.tell(known("uid"), MISSING);
        there.api.remove(EVENTS + "/" + event().at("/metadata/name").asText());
        tellOneMoreLater();

        assertThat(event().path("count").asInt()).isEqualTo(2);
    }

    @Test
    void anAnswerThatIsLostMakesNoSecondOne() {
        there.api.fail("POST " + EVENTS, new Failure.LostAnswer(), 1);
        events.tell(known("uid"), MISSING);

        assertThat(event().path("count").asInt()).isEqualTo(1);
        assertThat(events.lost()).isZero();
    }

    @Test
    void thoseThatAreDeniedAreCountedAndTheNextIsTold() {
        there.api.fail("POST " + EVENTS, Failure.status(403), 1);
        events.tell(known("uid"), MISSING);
        await().until(() -> events.lost() == 1);
        events.tell(known("another"), MISSING);

        assertThat(event().at("/involvedObject/uid").asText()).isEqualTo("another");
    }

    @Test
    void oneFaultEndsNotTheTellingOfAllEventsAfterIt() {
        var brittle = new Brittle(there.reads);
        var told = new PodEvents(brittle, brittle, "node1", Clocks.ofTheSystem());
        var loop = Thread.ofVirtual().start(told::run);
        try {
            told.tell(known("uid"), MISSING);
            await().until(() -> told.lost() == 1);

            told.tell(known("another"), MISSING);

            await().until(() -> there.api.list(EVENTS).size() == 1);
        } finally {
            loop.interrupt();
        }
    }

    /** Fails once by a fault of the daemon's own. */
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

    @Test
    void tellingDoesNotWaitForAnApiServerThatIsAway() {
        there.api.refuseConnections();
        for (int pod = 0; pod < EventBacklog.MOST + 10; pod++) {
            events.tell(known("uid" + pod), MISSING);
        }

        assertThat(events.lost()).isEqualTo(10);
        assertThat(events.waiting()).isEqualTo(EventBacklog.MOST);
    }
}
