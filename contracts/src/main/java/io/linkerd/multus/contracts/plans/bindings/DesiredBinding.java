// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.bindings;

import java.util.Set;
import java.util.stream.Collectors;

/**
 * The RoleBinding that should be in a namespace.
 *
 * @param namespace any
 * @param name ours in every namespace, whatever is bound; never one that the platform or {@code oc} uses
 * @param role to give
 * @param serviceAccounts names of those that get it; without any there should be none
 */
public record DesiredBinding(String namespace, String name, BoundRole role, Set<String> serviceAccounts) {
    /** Copies. */
    public DesiredBinding {
        serviceAccounts = Set.copyOf(serviceAccounts);
    }

    /** {@return whether there should be one} */
    public boolean isWanted() {
        return !serviceAccounts.isEmpty();
    }

    /** {@return that there should be none} */
    DesiredBinding toNobody() {
        return new DesiredBinding(namespace, name, role, Set.of());
    }

    /** {@return what it says} */
    Binding binding() {
        return new Binding(
                role,
                serviceAccounts.stream()
                        .map(account -> namespace + "/" + account)
                        .collect(Collectors.toSet()));
    }
}
