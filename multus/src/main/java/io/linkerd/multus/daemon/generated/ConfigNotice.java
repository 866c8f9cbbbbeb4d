// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.daemon.config.DaemonConfig;
import java.util.List;
import java.util.function.Consumer;

/**
 * What an operator has to know of the configuration that the container runtime is given, for an Event of type Warning.
 *
 * @param reason one word, for machines
 */
public record ConfigNotice(String reason, String message) {
    private static final String UNDONE = "MultusConfigUndone";
    private static final String ELSEWHERE = "MultusConfigElsewhere";

    static ConfigNotice undone(String file, ConfigPlan.Cause cause, Opponent opponent) {
        var deed = switch (cause) {
            case RENAMED_BY_CILIUM -> "was renamed to " + ConfigObserver.SET_ASIDE;
            case REMOVED_BY_OTHERS -> "was removed";
            case CHANGED_BY_OTHERS -> "was changed";
            case FIRST, TAKEN_OVER, PRIMARY_CHANGED, PRIMARY_CHOSEN_ANEW -> "is written anew";
        };
        return new ConfigNotice(
                UNDONE, file + " " + deed + " by another program, and is written again; likely " + opponent);
    }

    /** {@return what a configuration that comes into force makes the shim look for where the daemon has it not} */
    static List<ConfigNotice> elsewhere(DaemonConfig config, ConfigState before, ConfigState now) {
        return now instanceof ConfigState.InForce(var inForce) && !now.equals(before)
                ? FolderDifference.of(config, inForce.text()).stream()
                        .map(folder -> new ConfigNotice(ELSEWHERE, folder.advice(config.multusConfig())))
                        .toList()
                : List.of();
    }

    /** Takes notices; returns at once. */
    public interface Taker extends Consumer<ConfigNotice> {}
}
