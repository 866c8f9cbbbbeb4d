// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.health;

import io.linkerd.multus.service.clocks.Clocks;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/** Whether the thread that keeps the node comes round: a call that hangs in the kernel leaves it alive, and the node to itself. */
@Singleton
public final class Pulse {
    /** A quiet node is looked at every 30 s; a look that writes may take as long again on a slow disk. */
    private static final Duration STALE = Duration.ofSeconds(75);

    /** Six looks have been missed; the kubelet asks as often again, 10 s apart. */
    private static final Duration DEAD = Duration.ofMinutes(3);

    private final LongSupplier nanos;

    /** When it was last felt, in nanoseconds; empty while the thread waits for something that may take for ever. */
    private final AtomicReference<Optional<Long>> last = new AtomicReference<>(Optional.empty());

    public Pulse(Clocks clocks) {
        this.nanos = clocks.nanos();
    }

    /** The thread has come round. */
    public void beat() {
        last.set(Optional.of(nanos.getAsLong()));
    }

    /** The thread waits for somebody else, however long that takes; the next beat ends that. */
    public void rest() {
        last.set(Optional.empty());
    }

    /** {@return how long ago it was last felt; nothing while the thread rests} */
    public Optional<Duration> silence() {
        return last.get().map(beat -> Duration.ofNanos(nanos.getAsLong() - beat));
    }

    /** {@return why nobody should go by what was last seen of the node; nothing while that is recent} */
    public List<String> whyNotReady() {
        return after(STALE);
    }

    /** {@return why only a restart can help; nothing while the thread comes round, or rests} */
    public List<String> whyNotAlive() {
        return after(DEAD);
    }

    private List<String> after(Duration longest) {
        return silence()
                .filter(silence -> silence.compareTo(longest) > 0)
                .map(silence -> "the node was last looked at " + silence.toSeconds()
                        + " s ago: a call to its file system hangs")
                .stream()
                .toList();
    }
}
