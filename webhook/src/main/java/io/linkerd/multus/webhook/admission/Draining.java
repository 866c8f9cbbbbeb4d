// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.admission;

import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicBoolean;

/** Whether this replica is about to stop, and only serves what still comes. */
@Singleton
public class Draining {
    private final AtomicBoolean begun = new AtomicBoolean();

    /** Says that no new connections should come here any more. */
    public void begin() {
        begun.set(true);
    }

    public boolean hasBegun() {
        return begun.get();
    }
}
