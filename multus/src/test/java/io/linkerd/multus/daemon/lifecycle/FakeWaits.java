// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.lifecycle;

import io.linkerd.multus.service.clocks.Waits;
import java.time.Duration;

/** Time that passes where it is waited for, and at once. */
final class FakeWaits implements Waits {
    private long now;
    private boolean stopped;

    long nanos() {
        return now;
    }

    Duration passed() {
        return Duration.ofNanos(now);
    }

    void stop() {
        stopped = true;
    }

    @Override
    public boolean isStopped() {
        return stopped;
    }

    @Override
    public boolean await(Duration longest) {
        pause(longest);
        return stopped;
    }

    @Override
    public void pause(Duration exactly) {
        if (!stopped) {
            now += exactly.toNanos();
        }
    }
}
