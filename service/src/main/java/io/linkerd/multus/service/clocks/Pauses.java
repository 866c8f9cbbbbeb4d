// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.clocks;

import java.time.Duration;

/** How one thread lets time pass between two attempts, where there is no signal to wait for: so that it can be tried without waiting. */
@FunctionalInterface
public interface Pauses {
    /** Waits for so long. */
    void pause(Duration exactly) throws InterruptedException;
}
