// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import java.util.Set;
import java.util.stream.Collectors;

/**
 * The RoleBinding that should be in a namespace.
 *
 * @param namespace any
 * @param name ours in every namespace, whatever is bound; never one that the platform or {@code oc} uses
 * @param clusterRole the ClusterRole to give
 * @param serviceAccounts names of who gets it; nobody, and there should be none
 */
record Desired(String namespace, String name, String clusterRole, Set<String> serviceAccounts) {
    Desired {
        serviceAccounts = Set.copyOf(serviceAccounts);
    }

    /** {@return whether there should be one} */
    boolean isAnybodys() {
        return !serviceAccounts.isEmpty();
    }

    /** {@return what it says} */
    Binding binding() {
        return new Binding(
                clusterRole,
                serviceAccounts.stream()
                        .map(account -> namespace + "/" + account)
                        .collect(Collectors.toSet()));
    }
}
