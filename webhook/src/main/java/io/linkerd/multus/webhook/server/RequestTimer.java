// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Gives a request its time, from its first byte on. It runs on the event loop of the request's connection, as its callers do. */
final class RequestTimer {
    private final EventLoop loop;
    private final Runnable end;
    private Optional<Future<?>> timer = Optional.empty();
    private Duration limit = Duration.ZERO;
    private long begun;

    /** @param end what happens to a request that takes too long */
    RequestTimer(EventLoop loop, Runnable end) {
        this.loop = loop;
        this.end = end;
    }

    /** A request begins. */
    void begin() {
        begun = System.nanoTime();
    }

    /** It goes on beyond what has just come. What comes in one piece, as nearly all requests do, needs no timer. */
    void limit(Duration wanted) {
        if (!limit.equals(wanted)) {
            cancel();
            limit = wanted;
            long rest = wanted.toNanos() - (System.nanoTime() - begun);
            timer = Optional.of(loop.schedule(end, Math.max(0, rest), TimeUnit.NANOSECONDS));
        }
    }

    /** It is over. */
    void cancel() {
        timer.ifPresent(set -> set.cancel(false));
        timer = Optional.empty();
        limit = Duration.ZERO;
    }
}
