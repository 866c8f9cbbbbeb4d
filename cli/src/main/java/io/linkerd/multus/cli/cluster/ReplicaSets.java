// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.linkerd.multus.cli.facts.Sight;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ReplicaSets of a Deployment, by their owner and not by their names: {@code web-api-…} is none of {@code web}.
 *
 * @param names empty where this user may not see them
 * @param lacking whether one of them has fewer pods than it is to have
 */
record ReplicaSets(Optional<Set<String>> names, boolean lacking) {
    private record One(String name, boolean lacks) {}

    static ReplicaSets of(Cluster cluster, String namespace, Deployment deployment) {
        Sight<List<One>> seen = cluster.list(
                "list replicasets in namespace " + namespace,
                options -> {
                    options.setLabelSelector(Selectors.text(deployment.getSpec().getSelector()));
                    return cluster.client()
                            .apps()
                            .replicaSets()
                            .inNamespace(namespace)
                            .list(options);
                },
                replicaSet -> isOf(deployment, replicaSet) ? Stream.of(one(replicaSet)) : Stream.empty());
        return seen.seen()
                .map(all -> new ReplicaSets(
                        Optional.of(all.stream().map(One::name).collect(Collectors.toSet())),
                        all.stream().anyMatch(One::lacks)))
                .orElseGet(() -> new ReplicaSets(Optional.empty(), false));
    }

    private static boolean isOf(Deployment deployment, ReplicaSet replicaSet) {
        return replicaSet.getMetadata().getOwnerReferences().stream()
                .anyMatch(owner -> Boolean.TRUE.equals(owner.getController())
                        && Objects.equals(
                                owner.getUid(), deployment.getMetadata().getUid()));
    }

    private static One one(ReplicaSet replicaSet) {
        int desired = Objects.requireNonNullElse(replicaSet.getSpec().getReplicas(), 1);
        int made = Optional.ofNullable(replicaSet.getStatus())
                .flatMap(status -> Optional.ofNullable(status.getReplicas()))
                .orElse(0);
        return new One(replicaSet.getMetadata().getName(), made < desired);
    }
}
