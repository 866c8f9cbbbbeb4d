// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * How plugins are started.
 *
 * @param command what is called with a plugin's path behind it: a launcher, which makes the process the leader of a group of its own, changes to
 *     the host's root and becomes the plugin. Without one plugins are started as they are, and those of their children that have lost their parent
 *     outlive a kill
 * @param busyStatus the exit status by which the launcher says that the plugin's program is being written; empty where it has none
 */
public record PluginLauncher(List<String> command, OptionalInt busyStatus) {
    /** No launcher. */
    public static final PluginLauncher NONE = new PluginLauncher(List.of(), OptionalInt.empty());

    /** Copies. */
    public PluginLauncher {
        command = List.copyOf(command);
    }

    /** {@return the command line that starts a plugin} */
    List<String> of(String path) {
        return Stream.concat(command.stream(), Stream.of(path)).toList();
    }

    /** {@return whether a plugin was not started because its program was being written} */
    boolean isBusy(PluginEnding ending) {
        return switch (ending) {
            case PluginEnding.Exited exited -> busyStatus.isPresent() && busyStatus.getAsInt() == exited.status();
            case PluginEnding.NotStarted(var _, var busy) -> busy;
            case PluginEnding.Late _, PluginEnding.Abandoned _, PluginEnding.TooMuch _, PluginEnding.NoPlace _ -> false;
        };
    }
}
