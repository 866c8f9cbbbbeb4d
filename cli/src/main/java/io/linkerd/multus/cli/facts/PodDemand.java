// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;

/**
 * What one more pod of a workload asks of its namespace, and of the cluster.
 *
 * @param lacking how many pods it is to have, and no controller could make yet
 * @param priorityClass empty for none
 * @param constraints the SecurityContextConstraints that its pods name
 * @param amounts what a pod takes of quotas, by their names of resources, as in {@code requests.cpu}
 */
public record PodDemand(
        int lacking, String priorityClass, Optional<String> constraints, Map<String, BigDecimal> amounts) {
    /** What is asked where nothing is said. */
    public static final PodDemand NONE = new PodDemand(0, "", Optional.empty(), Map.of());

    /** Copies. */
    public PodDemand {
        amounts = Map.copyOf(amounts);
    }

    /** {@return whether pods of that class are those without which a cluster does not work} */
    public boolean isCritical() {
        return priorityClass.equals("system-node-critical") || priorityClass.equals("system-cluster-critical");
    }
}
