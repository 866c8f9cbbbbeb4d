// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ObjectWatchTest {
    private final FakeApiServer api = FakeApiServer.plain();
    private final Wakeups wakeups = new Wakeups();
    private final CoreV1Api secrets = new CoreV1Api(new ApiClient().setBasePath(api.url()));
    private final ObjectWatch watch = new ObjectWatch(
            "Secret w-ca",
            () -> secrets.listNamespacedSecret("linkerd-multus")
                    .fieldSelector("metadata.name=w-ca")
                    .timeoutSeconds(ObjectWatch.SECONDS)
                    .watch(true)
                    .buildCall(null),
            wakeups);

    @BeforeEach
    void start() {
        Thread.ofVirtual().start(watch);
    }

    @AfterEach
    void stop() {
        watch.close();
        api.close();
    }

    /** It may have been deleted before: what is not there is not told by any watch. */
    @Test
    void signalsWhenItBeginsThoughNothingIsThere() throws InterruptedException {
        assertThat(wakeups.await(Duration.ofSeconds(10))).isTrue();
    }

    @Test
    void signalsAgainWhenItBeginsAgain() throws InterruptedException {
        assertThat(wakeups.await(Duration.ofSeconds(10))).isTrue();

        api.watches().end();

        assertThat(wakeups.await(Duration.ofSeconds(10))).isTrue();
    }

    /** Eight resets made it wait for half a minute, and what was deleted meanwhile was not healed for as long. */
    @Test
    void doesNotWaitLongerForEachWatchThatIsCut() throws InterruptedException {
        assertThat(wakeups.await(Duration.ofSeconds(10))).isTrue();
        for (int cut = 0; cut < 8; cut++) {
            api.watches().breakOff();
            assertThat(wakeups.await(Duration.ofSeconds(1))).as("cut %d", cut).isTrue();
        }
    }
}
