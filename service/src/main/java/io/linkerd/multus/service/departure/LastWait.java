// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.departure;

import io.linkerd.multus.service.clocks.Deadline;
import java.time.Duration;

/**
 * What is waited for between SIGTERM and the removal, and for how long at most. All of it is a third of what the kubelet gives where nothing
 * else is said; the rest is for the removal.
 */
public enum LastWait {
    /** Everything together, from SIGTERM on: what is left of it after the others is for the node's lock, where another process of ours has it. */
    ALL(Duration.ofSeconds(10)),
    /** The change of the node that is being made; one plugin is copied and forced within a second. */
    KEEPER(Duration.ofSeconds(7)),
    /** One look at our DaemonSet, with all that belongs to it. */
    LOOK(Duration.ofSeconds(3)),
    /** What has to be left of {@link #ALL} after the last look. */
    REST(Duration.ofSeconds(2)),
    /** The shortest time that is worth another look: an answer comes within milliseconds. */
    LEAST_LOOK(Duration.ofSeconds(1));

    private final Duration longest;

    LastWait(Duration longest) {
        this.longest = longest;
    }

    /** {@return for how long at most} */
    public Duration longest() {
        return longest;
    }

    /** {@return how long a look may take that is never left out, however little is left} One that was not made would count as seeing nothing. */
    public static Duration lookWithin(Deadline time) {
        var left = time.atMost(LOOK.longest).left();
        return left.compareTo(LEAST_LOOK.longest) < 0 ? LEAST_LOOK.longest : left;
    }
}
