// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.daemon.networks.DelegatePlan;
import io.linkerd.multus.service.clocks.Deadline;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Bounds what the configurations of all requests in work take of the daemon's memory. Those of a usual pod always have room; longer ones share a
 * room, and their callers are told to try again while it is taken.
 */
final class ConfigurationRoom {
    /** Bytes that each request has to itself: 60 networks of a usual length. 64 requests, as many as are in work at a time, come to 2 MiB. */
    static final int USUAL = 32 << 10;

    /**
     * Bytes beside those, of all requests: one pod with as much as a pod may have. A request holds a byte about seven times at most, as it is, in
     * Base64, in a list and as a file: 28 MiB for all, of a heap of 64 MiB.
     */
    static final int SHARED = DelegatePlan.MOST_CONFIGURATION;

    private final Semaphore planning = new Semaphore(1, true);
    private long free = SHARED;

    /** The room of one request; it is given back when this is closed. */
    final class Share implements AutoCloseable {
        private long taken;

        /** {@return whether there is room for so many bytes in all} Longer ones than the whole room are let in alone. */
        boolean holds(long bytes) {
            synchronized (ConfigurationRoom.this) {
                long more = Math.min(bytes - USUAL, SHARED) - taken;
                if (more > free) {
                    return false;
                }
                free -= Math.max(more, 0);
                taken += Math.max(more, 0);
                return true;
            }
        }

        /** {@return what is made while no other request makes such: how long it is is known afterwards; empty where the deadline came first} */
        <T> Optional<T> alone(Supplier<T> making, Deadline deadline) {
            if (!deadline.takes(planning)) {
                return Optional.empty();
            }
            try {
                return Optional.of(making.get());
            } finally {
                planning.release();
            }
        }

        @Override
        public void close() {
            synchronized (ConfigurationRoom.this) {
                free += taken;
                taken = 0;
            }
        }
    }

    Share share() {
        return new Share();
    }
}
