// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.bindings;

import java.util.Set;
import java.util.stream.Collectors;

/**
 * The RoleBinding that should be in a namespace.
 *
 * @param namespace any
 * @param name ours in every namespace, whatever is bound; never one that the platform or {@code oc} uses
 * @param clusterRole the ClusterRole to give
 * @param serviceAccounts names of those that get it; without any there should be none
 */
public record DesiredBinding(String namespace, String name, String clusterRole, Set<String> serviceAccounts) {
    /** Copies. */
    public DesiredBinding {
        serviceAccounts = Set.copyOf(serviceAccounts);
    }

    /** {@return whether there should be one} */
    public boolean isWanted() {
        return !serviceAccounts.isEmpty();
    }

    /** {@return what it says} */
    SccBinding binding() {
        return new SccBinding(
                clusterRole,
                serviceAccounts.stream()
                        .map(account -> namespace + "/" + account)
                        .collect(Collectors.toSet()));
    }
}
