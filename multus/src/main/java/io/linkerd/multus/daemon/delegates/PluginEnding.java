// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import java.time.Duration;

/** How a plugin's process ended. */
public sealed interface PluginEnding {

    /**
     * By itself, or by a signal that was not ours.
     *
     * @param status of its exit; 128 and the number of the signal where there was one
     * @param stderr the end of what it has written there
     */
    record Exited(int status, String stdout, String stderr) implements PluginEnding {}

    /**
     * It did not start.
     *
     * @param busy whether its program was being written at that moment
     */
    record NotStarted(String reason, boolean busy) implements PluginEnding {}

    /** It was killed because it took longer than a plugin may. */
    record Late(Duration time, String stderr) implements PluginEnding {}

    /** It was killed because its caller does not wait any more. */
    record Abandoned(Duration time, String stderr) implements PluginEnding {}

    /** It was killed because it printed more than that. */
    record TooMuch(int bytes) implements PluginEnding {}

    /** It was not started, since as many plugins ran as may run at a time, until the caller did not wait any more. */
    record NoPlace() implements PluginEnding {}
}
