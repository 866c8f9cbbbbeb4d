// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.contracts.plans.Notice.Weight;
import io.linkerd.multus.daemon.config.DaemonConfig;
import io.linkerd.multus.daemon.status.PodEvent;
import java.util.List;

/** What an operator has to know of the configuration that the container runtime is given, as Events about the daemon's own pod. */
final class ConfigEvents {
    private ConfigEvents() {}

    static PodEvent undone(String file, ConfigPlan.Cause cause, Opponent opponent) {
        var deed = switch (cause) {
            case RENAMED_BY_CILIUM -> "was renamed to " + ConfigObserver.SET_ASIDE;
            case REMOVED_BY_OTHERS -> "was removed";
            case CHANGED_BY_OTHERS -> "was changed";
            case FIRST, TAKEN_OVER, PRIMARY_CHANGED, PRIMARY_CHOSEN_ANEW -> "is written anew";
        };
        return new PodEvent(
                Weight.WARNING,
                "MultusConfigUndone",
                file + " " + deed + " by another program, and is written again; likely " + opponent);
    }

    /** {@return what a configuration that comes into force makes the shim look for where the daemon has it not} */
    static List<PodEvent> elsewhere(DaemonConfig config, ConfigState before, ConfigState now) {
        return now instanceof ConfigState.InForce(var inForce) && !now.equals(before)
                ? FolderDifference.of(config, inForce.text()).stream()
                        .map(folder -> new PodEvent(
                                Weight.WARNING, "MultusConfigElsewhere", folder.advice(config.multusConfig())))
                        .toList()
                : List.of();
    }
}
