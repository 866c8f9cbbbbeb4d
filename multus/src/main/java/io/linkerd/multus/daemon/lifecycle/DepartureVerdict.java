// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.lifecycle;

import io.linkerd.multus.service.clocks.Deadline;

/** What is done with the node when the daemon is told to stop. */
public sealed interface DepartureVerdict {

    /** Leave it as it is: the daemon's pod is replaced, the node is rebooted, or it is not known. */
    record Leave(String reason) implements DepartureVerdict {}

    /** Give it back: Multus is removed from the cluster. */
    record Remove(String reason) implements DepartureVerdict {}

    /** Finds out which of the two it is. */
    @FunctionalInterface
    interface Inquiry {
        /** {@return the verdict, before the deadline} What cannot be found out until then is no removal. */
        DepartureVerdict judge(Deadline time) throws InterruptedException;
    }
}
