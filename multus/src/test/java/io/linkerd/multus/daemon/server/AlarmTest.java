// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AlarmTest {
    @Test
    void aFaultInWhatWasToHappenIsNotKeptFromTheConnection() throws Exception {
        var loop = new DefaultEventLoop();
        try {
            var told = new CompletableFuture<Throwable>();
            var fault = new IllegalStateException("planned");
            var alarm = new Alarm(loop, told::complete);

            loop.execute(() -> alarm.set(Duration.ofMillis(1), () -> {
                throw fault;
            }));

            assertThat(told.get(30, TimeUnit.SECONDS)).isSameAs(fault);
        } finally {
            var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }
}
