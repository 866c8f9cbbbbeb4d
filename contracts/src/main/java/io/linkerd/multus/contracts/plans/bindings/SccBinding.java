// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.bindings;

import java.util.Set;

/**
 * What a RoleBinding says.
 *
 * @param clusterRole the ClusterRole that it gives, which cannot be changed; any other role as kind/name
 * @param subjects that get it: a service account as namespace/name, anything else as kind/name
 */
public record SccBinding(String clusterRole, Set<String> subjects) {
    /** Copies. */
    public SccBinding {
        subjects = Set.copyOf(subjects);
    }
}
