// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair.plan;

import java.time.Duration;
import java.util.Optional;

/**
 * Whether our release installs the plugin, by what was seen of its installer. Moments are those of a monotonic clock.
 *
 * @param lastThere when the DaemonSet, or a pod of it, was there last; empty where it never was
 */
public record InstallerPresence(Optional<Duration> lastThere) {
    /** Nothing of it was seen. */
    public static final InstallerPresence NONE = new InstallerPresence(Optional.empty());

    /** Helm with {@code --force}, or a person, makes a DaemonSet anew in a moment: the one before has gone, and it is ours all the same. */
    static final Duration MADE_ANEW = Duration.ofMinutes(1);

    /** {@return what is known after one more look} */
    public InstallerPresence after(boolean isThere, Duration now) {
        return isThere ? new InstallerPresence(Optional.of(now)) : this;
    }

    /** {@return whether our release installs the plugin; otherwise something else does, or nothing} */
    public boolean isOurs(Duration now) {
        return lastThere
                .filter(moment -> moment.plus(MADE_ANEW).compareTo(now) > 0)
                .isPresent();
    }
}
