// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.clocks;

import java.time.Duration;

/** How one thread waits for signals: so that its rhythm can be tried without waiting. */
public interface Waits {
    /** {@return whether nobody is to wait any more} */
    boolean isStopped();

    /**
     * Waits for the next signal; not at all where there was one since the last such wait.
     *
     * @return whether there was a signal, or the stop, before the time was over
     */
    boolean await(Duration longest) throws InterruptedException;

    /** Waits for so long, or until the stop; signals are kept for later. */
    void pause(Duration exactly) throws InterruptedException;
}
