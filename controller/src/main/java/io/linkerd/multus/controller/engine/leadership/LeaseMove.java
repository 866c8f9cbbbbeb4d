// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.leadership;

import java.time.Duration;
import java.util.Optional;

/** What a replica does about the Lease. */
sealed interface LeaseMove {

    /** Makes the Lease, since there is none. */
    record Create() implements LeaseMove {}

    /**
     * Writes itself in, on the condition that nobody else writes meanwhile.
     *
     * @param newHolder whether somebody else held it before
     */
    record Take(boolean newHolder) implements LeaseMove {}

    /** Waits for the holder to renew, release or fall silent. */
    record Wait() implements LeaseMove {}

    /**
     * {@return what to do}
     *
     * @param lease as it was read just now
     * @param me our identity
     * @param unchangedFor how long, by our own monotonic clock, we have seen the Lease at this version
     */
    static LeaseMove of(Optional<LeaseState> lease, String me, Duration unchangedFor) {
        if (lease.isEmpty()) {
            return new Create();
        }
        var holder = lease.get().holder();
        if (holder.isEmpty()) {
            return new Take(true);
        }
        if (holder.get().equals(me)) {
            return new Take(false);
        }
        return unchangedFor.compareTo(lease.get().duration()) >= 0 ? new Take(true) : new Wait();
    }
}
