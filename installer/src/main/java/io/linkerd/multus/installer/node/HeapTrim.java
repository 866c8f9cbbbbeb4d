// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.PacedLoop.Look;
import io.linkerd.multus.service.clocks.Clocks;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Has all of the heap collected once nothing happens on the node. The collector would let the old generation grow to its limit first, with
 * what is in use no longer: by 0.6 KiB each time that every file is written, and with each of the looks from time to time, up to 12 MiB that
 * the node would have to do without. A collection takes tens of milliseconds of the thread that keeps the node, when nobody waits for it.
 */
@Singleton
final class HeapTrim {
    /** Looks that wrote something: they leave some hundred KiB, and are so many that no more than one in a thousand meets a collection. */
    static final int CHANGES = 1000;

    /** Between two for the sake of what was written, and before the first: a node that is new has much to repair, and nothing to give back. */
    static final Duration LEAST = Duration.ofSeconds(10);

    /** Between two where nothing is written: some hundred looks, which leave as much. */
    static final Duration MOST = Duration.ofHours(1);

    private final LongSupplier nanos;
    private final Runnable collection;
    private long last;
    private int changes = CHANGES; // a start leaves as much

    @Inject
    HeapTrim(Clocks clocks) {
        this(clocks.nanos(), System::gc);
    }

    HeapTrim(LongSupplier nanos, Runnable collection) {
        this.nanos = nanos;
        this.collection = collection;
        this.last = nanos.getAsLong();
    }

    /** A look has ended. */
    void after(Look look, Depth depth) {
        if (look instanceof Look.Changed) {
            changes++;
        } else if (look instanceof Look.Quiet && depth == Depth.THOROUGH && isDue()) {
            collection.run();
            last = nanos.getAsLong();
            changes = 0;
        }
    }

    private boolean isDue() {
        long passed = nanos.getAsLong() - last;
        return passed >= (changes >= CHANGES ? LEAST : MOST).toNanos();
    }
}
