// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What happens to a connection unless something else does before; one thing at a time, on the connection's event loop. */
final class Alarm {
    private final EventLoop loop;
    private Optional<Future<?>> timer = Optional.empty();

    Alarm(EventLoop loop) {
        this.loop = loop;
    }

    /** Has this happen after so long, and not what was to happen before. */
    void set(Duration after, Runnable event) {
        clear();
        timer = Optional.of(loop.schedule(event, after.toNanos(), TimeUnit.NANOSECONDS));
    }

    void clear() {
        timer.ifPresent(set -> set.cancel(false));
        timer = Optional.empty();
    }
}
