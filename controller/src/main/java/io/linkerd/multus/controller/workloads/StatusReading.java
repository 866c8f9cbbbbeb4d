// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.linkerd.multus.controller.rollouts.plan.Caution.Habits;
import io.linkerd.multus.controller.rollouts.plan.RolloutCounts;
import java.util.Optional;

/**
 * Reads how far a workload is, and how it replaces its pods, as Kubernetes' own controllers and {@code kubectl rollout status} do.
 *
 * @param generation of its spec
 * @param fields all of them
 */
record StatusReading(WorkloadKind kind, long generation, Fields fields) {
    private static final String ROLLING = "rollingUpdate";
    private static final String QUARTER = "25%";
    private static final double PERCENT = 100;

    /** {@return its counts} Where pods are replaced by others than its own controller, none has to have the template. */
    RolloutCounts counts() {
        boolean observed = fields.longNumber(0, "status", "observedGeneration") >= generation;
        boolean replacesPods = kind != WorkloadKind.REPLICA_SET && !isOnDelete();
        int wanted = wanted();
        int toUpdate = replacesPods ? Math.max(0, wanted - partition()) : 0;
        return kind == WorkloadKind.DAEMON_SET
                ? counts(observed, toUpdate, "updatedNumberScheduled", "numberAvailable", "currentNumberScheduled")
                : counts(observed, toUpdate, "updatedReplicas", "availableReplicas", "replicas");
    }

    private RolloutCounts counts(boolean observed, int toUpdate, String updated, String available, String total) {
        return new RolloutCounts(
                observed,
                isPaused(),
                wanted(),
                toUpdate,
                status(updated),
                status(available),
                status(total),
                isProgressing("ProgressDeadlineExceeded"),
                Optional.empty());
    }

    /**
     * {@return whether its status will say when new pods do not come up} A Deployment without a deadline says the greatest there is, and one that has
     * been complete once says no more of it (Kubernetes, {@code deployment/progress.go}).
     */
    boolean hasDeadline() {
        return kind == WorkloadKind.DEPLOYMENT
                && fields.longNumber(0, "spec", "progressDeadlineSeconds") != Integer.MAX_VALUE
                && !isProgressing("NewReplicaSetAvailable");
    }

    boolean isOnDelete() {
        return fields.text("spec", "updateStrategy", "type")
                .filter("OnDelete"::equals)
                .isPresent();
    }

    Habits habits() {
        boolean recreates = fields.text("spec", "strategy", "type")
                .filter("Recreate"::equals)
                .isPresent();
        return new Habits(wanted(), unavailable(), recreates, partition(), 1);
    }

    private boolean isPaused() {
        return kind == WorkloadKind.DEPLOYMENT && fields.flag("spec", "paused");
    }

    private boolean isProgressing(String reason) {
        return fields.items("status", "conditions").stream()
                .filter(condition ->
                        condition.text("type").filter("Progressing"::equals).isPresent())
                .anyMatch(condition ->
                        condition.text("reason").filter(reason::equals).isPresent());
    }

    private int wanted() {
        return kind == WorkloadKind.DAEMON_SET
                ? status("desiredNumberScheduled")
                : fields.number(1, "spec", "replicas");
    }

    private int status(String field) {
        return fields.number(0, "status", field);
    }

    private int partition() {
        return fields.number(0, "spec", "updateStrategy", ROLLING, "partition");
    }

    /** Where nothing may be away and nothing be added, a Deployment's controller takes one away. */
    private int unavailable() {
        return switch (kind) {
            case DEPLOYMENT -> {
                int away = (int) Math.floor(scaled(QUARTER, "spec", "strategy", ROLLING, "maxUnavailable"));
                int more = (int) Math.ceil(scaled(QUARTER, "spec", "strategy", ROLLING, "maxSurge"));
                yield away == 0 && more == 0 ? 1 : away;
            }
            case DAEMON_SET -> (int) Math.ceil(scaled("1", "spec", "updateStrategy", ROLLING, "maxUnavailable"));
            case STATEFUL_SET ->
                Math.max(1, (int) Math.floor(scaled("1", "spec", "updateStrategy", ROLLING, "maxUnavailable")));
            case REPLICA_SET -> 1;
        };
    }

    private double scaled(String otherwise, String... path) {
        var text = fields.at(path).value() instanceof Number number
                ? number.toString()
                : fields.text(path).orElse(otherwise);
        try {
            return text.endsWith("%")
                    ? Integer.parseInt(text.substring(0, text.length() - 1)) * wanted() / PERCENT
                    : Integer.parseInt(text);
        } catch (NumberFormatException _) {
            return 1;
        }
    }
}
