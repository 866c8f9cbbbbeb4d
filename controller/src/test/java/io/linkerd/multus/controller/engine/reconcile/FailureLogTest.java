// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FailureLogTest {
    private final AtomicLong nanos = new AtomicLong(-5);
    private final FailureLog log = new FailureLog(nanos::get);

    @Test
    void tellsEachReasonOnceAMinute() {
        assertThat(log.isWorthALine("a")).isTrue();
        assertThat(log.isWorthALine("a")).isFalse();
        assertThat(log.isWorthALine("b")).isTrue();
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(log.isWorthALine("a")).isTrue();
    }
}
