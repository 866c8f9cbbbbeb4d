// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import java.util.function.Consumer;

/**
 * What an operator has to know of the configuration that the container runtime is given, for an Event of type Warning.
 *
 * @param reason one word, for machines
 */
public record ConfigNotice(String reason, String message) {
    private static final String UNDONE = "MultusConfigUndone";

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

    /** Takes notices; returns at once. */
    public interface Taker extends Consumer<ConfigNotice> {}
}
