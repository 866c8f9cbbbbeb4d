// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import java.util.Optional;

/** Which other programs undo the configuration that the container runtime is given, and what helps. */
enum Opponent {
    /** With {@code cni.exclusive}, its default, it renames every configuration but its own. */
    CILIUM("Cilium: set cni.exclusive=false in its values"),
    /** A daemon of Multus removes its configuration when it ends, and writes it when it begins. */
    OTHER_MULTUS("another Multus on this node: remove its DaemonSet, or keep it off this node"),
    UNKNOWN("a program that cannot be told from what it leaves: see what else writes in the folder");

    private final String inWords;

    Opponent(String inWords) {
        this.inWords = inWords;
    }

    /** {@return which one most likely made a repair necessary; empty where none is needed} */
    static Optional<Opponent> of(ConfigPlan.Cause cause, Observation seen) {
        return switch (cause) {
            case FIRST, TAKEN_OVER, PRIMARY_CHANGED, PRIMARY_CHOSEN_ANEW -> Optional.empty();
            case RENAMED_BY_CILIUM -> Optional.of(CILIUM);
            case REMOVED_BY_OTHERS -> Optional.of(seen.setAside().isPresent() ? CILIUM : UNKNOWN);
            case CHANGED_BY_OTHERS ->
                Optional.of(seen.written().flatMap(GeneratedConfig::found).isPresent() ? OTHER_MULTUS : UNKNOWN);
        };
    }

    @Override
    public String toString() {
        return inWords;
    }
}
