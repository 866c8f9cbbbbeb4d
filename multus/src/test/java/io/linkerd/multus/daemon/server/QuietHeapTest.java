// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class QuietHeapTest {
    private final AtomicLong finished = new AtomicLong();
    private final AtomicLong collections = new AtomicLong();
    private final QuietHeap heap = new QuietHeap(finished::get, collections::incrementAndGet);

    @Test
    void theMemoryOfABurstIsGivenBackOnceItIsOver() {
        finished.set(250);
        heap.look();
        finished.set(300);
        heap.look();
        assertThat(collections).as("while it goes on").hasValue(0);

        heap.look();

        assertThat(collections).hasValue(1);
    }

    @Test
    void aQuietNodeIsLeftAlone() {
        heap.look();
        heap.look();
        assertThat(collections).hasValue(0);

        finished.set(1);
        heap.look();
        heap.look();
        heap.look();
        heap.look();

        assertThat(collections).hasValue(1);
    }
}
