// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What happens to a connection unless something else does before; one thing at a time, on the connection's event loop. */
final class Alarm {
    private final EventLoop loop;
    private final Consumer<Throwable> faults;
    private Optional<Future<?>> timer = Optional.empty();

    /** {@code faults} is told what an event throws, which the loop would keep to itself. */
    Alarm(EventLoop loop, Consumer<Throwable> faults) {
        this.loop = loop;
        this.faults = faults;
    }

    /** Has this happen after so long, and not what was to happen before. */
    void set(Duration after, Runnable event) {
        clear();
        timer = Optional.of(loop.schedule(() -> run(event), after.toNanos(), TimeUnit.NANOSECONDS));
    }

    private void run(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException | Error fault) {
            faults.accept(fault);
        }
    }

    void clear() {
        timer.ifPresent(set -> set.cancel(false));
        timer = Optional.empty();
    }
}
