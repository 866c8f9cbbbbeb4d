// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.lifecycle;

import java.time.Duration;

/**
 * How long the steps of a stop may take, each at most. Together with the 20 s that the server takes at most for requests in work they are more than
 * the 30 s that kubelet gives where a pod says nothing else; the daemon's pod says 45 s.
 *
 * @param change the change of a file that is being made
 * @param verdict the question whether this is a removal
 * @param removal the removal of the configuration, where a disk has to be tried again
 */
public record StopTimes(Duration change, Duration verdict, Duration removal) {
    /** What is usual for each is a few milliseconds. */
    public static final StopTimes STANDARD =
            new StopTimes(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(5));
}
