// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.clocks.Pauses;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Waits for the file by which the primary network's owner says that it is there; in auto mode the daemon has done so before it serves. */
final class Readiness {
    /** As long as upstream. */
    private static final Duration LONGEST = Duration.ofSeconds(45);

    private static final Duration LOOK = Duration.ofMillis(100);

    private final Pauses pauses;

    Readiness(Pauses pauses) {
        this.pauses = pauses;
    }

    /** {@return whether the file was there in time} */
    boolean awaits(Path file, Deadline deadline) {
        var patience = deadline.atMost(LONGEST);
        while (!Files.exists(file)) {
            if (patience.left().isZero() || deadline.left().isZero()) {
                return false;
            }
            try {
                pauses.pause(LOOK);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }
}
