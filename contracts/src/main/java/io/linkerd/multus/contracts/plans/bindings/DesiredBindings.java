// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.bindings;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The RoleBindings that should be there, at most one in a namespace, and no others.
 *
 * @param name of each
 * @param role that each gives
 * @param serviceAccounts names of those that get it, by their namespace
 */
public record DesiredBindings(String name, BoundRole role, Map<String, Set<String>> serviceAccounts) {
    /** Copies. */
    public DesiredBindings {
        serviceAccounts = Map.copyOf(serviceAccounts);
    }

    /** {@return what should be in that namespace} */
    public DesiredBinding in(String namespace) {
        return new DesiredBinding(namespace, name, role, serviceAccounts.getOrDefault(namespace, Set.of()));
    }

    /** {@return the namespaces that should have one, whether they exist or not} */
    public Stream<String> namespaces() {
        return serviceAccounts.keySet().stream();
    }
}
