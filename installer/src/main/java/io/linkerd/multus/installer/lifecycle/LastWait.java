// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.lifecycle;

import java.time.Duration;

/**
 * What is waited for between SIGTERM and the removal, and for how long at most. Who has the node waits for its keeper, and who has it
 * not waits for its lock: with the look before the removal that is 10 s, a third of what the kubelet gives where nothing else is said.
 */
enum LastWait {
    /** The change of the node that is being made; one plugin is copied and forced within a second. */
    KEEPER(Duration.ofSeconds(7)),
    /** The answer of the API server, with all that belongs to it. */
    LOOK(Duration.ofSeconds(3)),
    /** The lock of the node, where another installer has it. */
    NODE(Duration.ofSeconds(7));

    private final Duration longest;

    LastWait(Duration longest) {
        this.longest = longest;
    }

    Duration longest() {
        return longest;
    }
}
