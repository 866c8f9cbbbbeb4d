// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.lifecycle;

import io.linkerd.multus.daemon.config.ExitCode;
import java.time.Duration;

/** What the daemon waits for at its start, in this order and for as long as upstream's does; the configuration is written after the last. */
enum StartStage {
    /** The primary network's owner has put its readiness indicator file on the node. */
    READINESS_FILE(Duration.ofSeconds(45), Duration.ofSeconds(1), ExitCode.READINESS_FILE_MISSING),
    /** There is a configuration of the primary network that Multus can call. */
    PRIMARY_NETWORK(Duration.ofMinutes(2), Duration.ofSeconds(1), ExitCode.NO_PRIMARY_NETWORK),
    /** The daemon is run by root. */
    USER(Duration.ZERO, Duration.ZERO, ExitCode.NOT_ROOT),
    /** It has its socket. */
    SOCKET(Duration.ZERO, Duration.ZERO, ExitCode.SERVER_NOT_STARTED),
    /** It is answered there. */
    OWN_API(Duration.ofMinutes(1), Duration.ofMillis(100), ExitCode.API_NOT_READY),
    /** The programs are on the node that the configuration names; upstream has a container of its own for that, which comes before. */
    PROGRAMS(Duration.ofMinutes(1), Duration.ofSeconds(1), ExitCode.SERVER_NOT_STARTED);

    private final Duration longest;
    private final Duration pause;
    private final ExitCode exit;

    StartStage(Duration longest, Duration pause, ExitCode exit) {
        this.longest = longest;
        this.pause = pause;
        this.exit = exit;
    }

    /** {@return how long it is waited for} */
    Duration longest() {
        return longest;
    }

    /** {@return the time between two looks} */
    Duration pause() {
        return pause;
    }

    /** {@return how the daemon ends that waited in vain} */
    ExitCode exit() {
        return exit;
    }
}
