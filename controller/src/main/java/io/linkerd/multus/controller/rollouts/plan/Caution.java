// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import java.util.EnumSet;
import java.util.Set;

/** What a person should know of a workload before it is restarted. It is restarted all the same. */
public enum Caution {
    /** With a surge there are two for a moment, and with none there is none. */
    SINGLE_REPLICA("has one replica"),
    /** Each new pod needs room beside all old ones. */
    NONE_UNAVAILABLE("allows no unavailable pod, so that each new one needs room beside the old ones"),
    /** The strategy {@code Recreate}. */
    ALL_AT_ONCE("replaces all its pods at once"),
    /** A StatefulSet's {@code partition}. */
    PARTITIONED("has a partition, below which its pods stay as they are"),
    /** Evictions wait until the budget allows one; a rolling update does not ask it. */
    NO_DISRUPTION_ALLOWED("has a PodDisruptionBudget that allows no disruption now");

    private final String phrase;

    Caution(String phrase) {
        this.phrase = phrase;
    }

    /** {@return what is so, to follow the name of the workload} */
    public String phrase() {
        return phrase;
    }

    /**
     * How a workload replaces its pods.
     *
     * @param replicas how many it wants
     * @param maxUnavailable how many may be away, in pods after rounding as Kubernetes rounds; 1 where it has no such setting
     * @param recreates whether a Deployment's strategy is {@code Recreate}
     * @param partition of a StatefulSet; 0 where it has none
     * @param disruptionsAllowed by the budget that selects its pods, the least of them; 1 where none does
     */
    public record Habits(int replicas, int maxUnavailable, boolean recreates, int partition, int disruptionsAllowed) {}

    /** {@return what is to be said of it} A DaemonSet has no replicas: its pods are single on their nodes by design. */
    public static Set<Caution> of(Habits habits, boolean daemonSet) {
        var cautions = EnumSet.noneOf(Caution.class);
        put(cautions, SINGLE_REPLICA, habits.replicas() == 1 && !daemonSet);
        put(cautions, NONE_UNAVAILABLE, habits.maxUnavailable() == 0 && !habits.recreates());
        put(cautions, ALL_AT_ONCE, habits.recreates());
        put(cautions, PARTITIONED, habits.partition() > 0);
        put(cautions, NO_DISRUPTION_ALLOWED, habits.disruptionsAllowed() == 0);
        return cautions;
    }

    private static void put(Set<Caution> cautions, Caution caution, boolean holds) {
        if (holds) {
            cautions.add(caution);
        }
    }
}
