// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.clocks.Pauses;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/** Starts plugins as processes and waits for their end, so many at a time and each for so long. */
public final class PluginProcess {
    /** As often as libcni starts a program that is being written, and with its pause. */
    private static final int BUSY_STARTS = 6;

    private static final Duration BUSY_PAUSE = Duration.ofSeconds(1);

    private final PluginLauncher launcher;
    private final PluginBounds bounds;
    private final Pauses pauses;
    private final LongSupplier nanos;
    private final Semaphore places;

    /** {@code pauses} are between two starts of a program that is being written. */
    public PluginProcess(PluginLauncher launcher, PluginBounds bounds, Pauses pauses, LongSupplier nanos) {
        this.launcher = launcher;
        this.bounds = bounds;
        this.pauses = pauses;
        this.nanos = nanos;
        this.places = new Semaphore(bounds.places(), true);
    }

    /** {@return how the plugin at a path ended} */
    PluginEnding run(String path, PluginCall call, Deadline deadline) {
        for (int start = 1; ; start++) {
            var ending = runOnce(path, call, deadline);
            if (!launcher.isBusy(ending) || start == BUSY_STARTS || !pauses(deadline)) {
                return ending;
            }
        }
    }

    private boolean pauses(Deadline deadline) {
        if (deadline.left().compareTo(BUSY_PAUSE) < 0) {
            return false;
        }
        try {
            pauses.pause(BUSY_PAUSE);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private PluginEnding runOnce(String path, PluginCall call, Deadline deadline) {
        if (!deadline.takes(places)) {
            return new PluginEnding.NoPlace();
        }
        try {
            return start(path, call, deadline);
        } finally {
            places.release();
        }
    }

    private PluginEnding start(String path, PluginCall call, Deadline deadline) {
        if (call.environment().values().stream().anyMatch(value -> value.indexOf('\0') >= 0)) {
            return new PluginEnding.NotStarted("fork/exec " + path + ": invalid argument", false);
        }
        var builder = new ProcessBuilder(launcher.of(path)).directory(new File("/"));
        builder.environment().clear();
        builder.environment().putAll(call.environment());
        try {
            return new RunningPlugin(PluginInput.start(builder, call.stdin()), bounds.time(), nanos).end(deadline);
        } catch (IOException failure) {
            return StartFailure.of(path, failure);
        }
    }
}
