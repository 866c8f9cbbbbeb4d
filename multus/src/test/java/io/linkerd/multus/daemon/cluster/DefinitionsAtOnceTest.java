// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.daemon.networks.NetworkName;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiReading;
import io.linkerd.multus.service.kube.ApiTransport;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DefinitionsAtOnceTest {
    private static final NetworkName BLUE = new NetworkName("shop", "blue");

    /** Answers when it is let. */
    private static final class SlowServer implements ApiTransport {
        final AtomicInteger asked = new AtomicInteger();
        final Semaphore answers = new Semaphore(0);

        @Override
        public <T> ApiAnswer<T> ask(ApiCall call, Deadline deadline, ApiReading<T> reading) {
            asked.incrementAndGet();
            var _ = deadline.takes(answers);
            return new ApiAnswer.Failed<>(new ApiFailure.NotFound());
        }
    }

    /** 64 requests at a time, each with the answer of a long definition, were more than the daemon's heap. */
    @Test
    void theAnswersOfManyLongDefinitionsAreNotInMemoryAtOnce() {
        var server = new SlowServer();
        var definitions = new NetworkDefinitions(server, System::nanoTime);
        for (int caller = 0; caller < 4; caller++) {
            var _ = Thread.ofVirtual().start(() -> definitions.find(BLUE, in(Duration.ofSeconds(60))));
        }
        await().until(() -> server.asked.get() == 4);

        assertThat(definitions.find(BLUE, in(Duration.ofMillis(50))))
                .isEqualTo(new DefinitionLookup.Unanswered("it waits until others are answered"));
        assertThat(server.asked).hasValue(4);

        server.answers.release(5);
        assertThat(definitions.find(BLUE, in(Duration.ofSeconds(60)))).isEqualTo(new DefinitionLookup.NotFound());
    }

    private static Deadline in(Duration time) {
        return Deadline.in(time, System::nanoTime);
    }
}
