// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.Sight;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the condition {@code ReplicaFailure} of Deployments and ReplicaSets: kube-controller-manager has it there while the API server
 * refuses a pod, however long that is, and an Event is forgotten after an hour. Its words are those of the first refusal.
 */
public record FailedRollouts(Cluster cluster) {
    /** As the Event is called. */
    private static final String FAILED_CREATE = "FailedCreate";

    private static final String FAILURE = "ReplicaFailure";

    /** {@return the refusals that last, as Events of Deployments, of one namespace or of all} Of ReplicaSets there are many more. */
    public Sight<List<EventView>> refusals(Optional<String> namespace) {
        return cluster.list(
                "list deployments"
                        + namespace.map(name -> " in namespace " + name).orElse(" in all namespaces"),
                options -> Kinds.in(cluster.client().apps().deployments(), namespace)
                        .list(options),
                FailedRollouts::refusal);
    }

    private static Stream<EventView> refusal(Deployment deployment) {
        var metadata = deployment.getMetadata();
        return failures(deployment.getStatus())
                .map(condition -> new EventView(
                        deployment.getKind(),
                        metadata.getNamespace(),
                        metadata.getName(),
                        metadata.getUid(),
                        FAILED_CREATE,
                        Objects.requireNonNullElse(condition.getMessage(), ""),
                        Optional.ofNullable(condition.getLastUpdateTime())
                                .map(Instant::parse)
                                .orElse(Instant.EPOCH)));
    }

    /** {@return the words of the refusal that a Deployment tells, if it does} */
    static Optional<String> words(@Nullable DeploymentStatus status) {
        return failures(status)
                .map(condition -> Objects.requireNonNullElse(condition.getMessage(), ""))
                .findFirst();
    }

    /** {@return the words of the refusal that a ReplicaSet tells, if it does} */
    static Optional<String> words(@Nullable ReplicaSetStatus status) {
        return Optional.ofNullable(status).stream()
                .flatMap(now -> now.getConditions().stream())
                .filter(condition -> is(condition.getType(), condition.getStatus(), condition.getReason()))
                .map(condition -> Objects.requireNonNullElse(condition.getMessage(), ""))
                .findFirst();
    }

    private static Stream<DeploymentCondition> failures(@Nullable DeploymentStatus status) {
        return Optional.ofNullable(status).stream()
                .flatMap(now -> now.getConditions().stream())
                .filter(condition -> is(condition.getType(), condition.getStatus(), condition.getReason()));
    }

    /** A pod that could not be deleted is told by the same condition. */
    private static boolean is(String type, String status, String reason) {
        return FAILURE.equals(type) && "True".equals(status) && FAILED_CREATE.equals(reason);
    }
}
