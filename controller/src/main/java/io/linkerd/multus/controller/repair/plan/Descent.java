// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair.plan;

import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whose successor a pod may be.
 *
 * @param owner makes another pod when this one goes; one of its pods a minute is replaced. It has its namespace in front: a pod says the uid of
 *     its owner itself, and could say one of another namespace, whose pods would wait with it
 * @param lineage the pods that may have taken each other's place
 * @param node to which the lineage keeps; empty where a successor may come to any
 * @param remembered for how long it matters what came of replacing its pods, from when one of them was last seen without rules
 */
public record Descent(String owner, String lineage, Optional<String> node, Duration remembered) {
    private static final String DAEMON_SET = "DaemonSet";

    /** Kinds whose objects run until a person changes them; a new one of them is a new matter. */
    private static final String WORKLOADS = "apps/";

    private static final String OLDEST_WORKLOAD = "ReplicationController";

    /**
     * What comes with each run of a series: the minute of a CronJob's run ({@code getJobName} in Kubernetes'
     * {@code pkg/controller/cronjob/utils.go}; seconds before 1.21), or what API servers append for {@code generateName} (apiserver's
     * {@code storage/names/generate.go}, apimachinery's {@code util/rand}).
     */
    private static final Pattern RUN = Pattern.compile("(.+-)(?:\\d{8,10}|[bcdfghjklmnpqrstvwxz2456789]{5})");

    /** A pod that ends alike does so within minutes, whatever the pause was. */
    private static final Duration USUAL = RepairPace.LONGEST.multipliedBy(2);

    /** What runs every hour comes again within it; of what runs more rarely few pods are evicted, and a run that is well ends the matter. */
    private static final Duration OF_RUNS = Duration.ofHours(2);

    /**
     * {@return whose successor that owner's pod may be} The pods of a DaemonSet are of one lineage for each node, since its scheduler puts a
     * successor where the pod was. Those of an owner that runs once, as a CronJob's Job does, are of the lineage of all its runs.
     */
    public static Descent of(MeshPod pod, PodOwner owner) {
        var key = pod.namespace() + "/" + owner.uid();
        if (owner.kind().equals(DAEMON_SET)) {
            var node = pod.place().node();
            return new Descent(key, key + "/" + node, Optional.of(node), USUAL);
        }
        return series(owner)
                .map(series -> pod.namespace() + "/" + owner.kind() + "/" + series)
                .map(lineage -> new Descent(key, lineage, Optional.empty(), OF_RUNS))
                .orElseGet(() -> new Descent(key, key, Optional.empty(), USUAL));
    }

    private static Optional<String> series(PodOwner owner) {
        return Optional.of(owner)
                .filter(one ->
                        !one.apiVersion().startsWith(WORKLOADS) && !one.kind().equals(OLDEST_WORKLOAD))
                .map(one -> RUN.matcher(one.name()))
                .filter(run -> run.matches())
                .map(run -> run.group(1));
    }
}
