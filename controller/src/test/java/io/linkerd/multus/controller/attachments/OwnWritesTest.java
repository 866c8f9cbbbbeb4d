// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OwnWritesTest {
    private static final Attachment WRITTEN = new Attachment.Own("a", "10", "{}", true);

    private final AtomicLong nanos = new AtomicLong();
    private final OwnWrites writes = new OwnWrites(nanos::get);

    @Test
    void remembersAWriteUntilTheWatchBringsIt() {
        writes.wrote("shop", "10", WRITTEN, Optional.empty());
        writes.seen("shop", "9");
        assertThat(writes.notSeenYet("shop")).contains(WRITTEN);
        writes.seen("shop", "10");
        assertThat(writes.notSeenYet("shop")).isEmpty();
    }

    @Test
    void forgetsAWriteThatTheWatchHasOvertaken() {
        writes.wrote("shop", "9", WRITTEN, Optional.of("10"));
        assertThat(writes.notSeenYet("shop")).isEmpty();
    }

    @Test
    void comparesVersionsAsNumbers() {
        writes.wrote("shop", "10", WRITTEN, Optional.of("9"));
        assertThat(writes.notSeenYet("shop")).contains(WRITTEN);
    }

    @Test
    void trustsTheWatchWhereVersionsAreNoNumbers() {
        writes.wrote("shop", "b", WRITTEN, Optional.empty());
        writes.seen("shop", "a");
        assertThat(writes.notSeenYet("shop")).isEmpty();
    }

    @Test
    void trustsTheWatchWhenItLagsTooLong() {
        writes.wrote("shop", "10", WRITTEN, Optional.empty());
        nanos.addAndGet(Duration.ofSeconds(31).toNanos());
        assertThat(writes.notSeenYet("shop")).isEmpty();
    }
}
