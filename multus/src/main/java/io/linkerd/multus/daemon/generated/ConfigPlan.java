// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.daemon.config.DaemonConfig;

/** What is to be done about the configuration that the container runtime is given. */
public sealed interface ConfigPlan {

    /** Write it, atomically. */
    record Write(GeneratedConfig config, Cause cause) implements ConfigPlan {}

    /** Nothing: it is there, and as it should be. */
    record InForce(GeneratedConfig config) implements ConfigPlan {}

    /**
     * Nothing: it is there, though no better one could be made now.
     *
     * @param reason what the operator has to know
     */
    record Keep(GeneratedConfig lastGood, String reason) implements ConfigPlan {}

    /**
     * Write the primary network's own file with another version, as {@code forceCNIVersion} asks for, and look again.
     *
     * @param fileName its name in the folder
     */
    record ForceVersion(String fileName, String text) implements ConfigPlan {}

    /**
     * Remove it, and end with {@link io.linkerd.multus.daemon.config.ExitCode#READINESS_FILE_REMOVED}: the primary network is not there any
     * more.
     */
    record Remove() implements ConfigPlan {}

    /** Nothing: there is none yet, and none can be made now. */
    record Wait(String reason) implements ConfigPlan {}

    /** Why it is written. */
    enum Cause {
        /** There was none. */
        FIRST,
        /** Something else was there when the daemon began. */
        TAKEN_OVER,
        /** The primary network's configuration is another, or says something else of itself. */
        PRIMARY_CHANGED,
        /** Another file is the primary network's configuration. */
        PRIMARY_CHOSEN_ANEW,
        /** It was removed. */
        REMOVED_BY_OTHERS,
        /** Cilium renamed it: it is told to let no other configuration be, by its setting {@code cni.exclusive}. */
        RENAMED_BY_CILIUM,
        /** It was changed. */
        CHANGED_BY_OTHERS
    }

    /** Plans by what is seen now, and what is remembered. */
    static ConfigPlan of(DaemonConfig config, Observation seen, Remembered remembered) {
        return new ConfigPlanning(config, seen, remembered).plan();
    }
}
