// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.linkerd.multus.daemon.server.RequestQueue.Entry;
import io.linkerd.multus.daemon.server.ServerLimits.Queue;
import io.linkerd.multus.service.clocks.Deadline;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RequestQueueTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final RequestQueue queue = new RequestQueue(new Queue(4, 4, 4), LONG);

    @Test
    void aFaultWhileARequestWaitsLeavesItsContainersNextOneATurn() {
        var calls = new AtomicInteger();
        var faulty = Deadline.in(LONG, () -> {
            if (calls.incrementAndGet() > 1) {
                throw new IllegalStateException("planned");
            }
            return System.nanoTime();
        });

        assertThatIllegalStateException().isThrownBy(() -> queue.enter("a", faulty));

        assertThat(queue.working()).isZero();
        assertThat(queue.enter("a", Deadline.in(LONG, System::nanoTime))).isInstanceOf(Entry.Turn.class);
    }
}
