// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import java.io.IOException;
import java.time.Duration;

/** Waits for what tells nobody when it happens, by asking again and again. */
public final class Await {
    private Await() {}

    /** Something to wait for; what it throws ends the wait. */
    public interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    /** {@return whether {@code condition} came to hold within {@code patience}} It is asked at once, and then after each pause. */
    public static boolean holds(Duration patience, Duration pause, Condition condition) throws IOException {
        var start = System.nanoTime();
        try {
            while (!condition.holds()) {
                if (System.nanoTime() - start > patience.toNanos()) {
                    return false;
                }
                Thread.sleep(pause);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting", e);
        }
    }
}
