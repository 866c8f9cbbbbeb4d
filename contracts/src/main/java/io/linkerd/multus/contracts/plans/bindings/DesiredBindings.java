// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.bindings;

import io.linkerd.multus.contracts.names.Linkerd;
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

    /** {@return those that let service accounts run under an SCC, by the ClusterRole that allows its use} */
    public static DesiredBindings ofScc(String release, String clusterRole, Map<String, Set<String>> serviceAccounts) {
        return new DesiredBindings(release + "-scc", BoundRole.ofCluster(clusterRole), serviceAccounts);
    }

    /**
     * {@return the one that lets Linkerd's policy controller make its Lease, of a Role of its own name}
     *
     * @param given whether it is to have that right
     * @param controlPlane name of Linkerd's namespace
     */
    public static DesiredBindings ofPolicyLease(String release, boolean given, String controlPlane) {
        var name = release + "-policy-lease";
        return new DesiredBindings(
                name,
                BoundRole.ofNamespace(name),
                given ? Map.of(controlPlane, Set.of(Linkerd.DESTINATION)) : Map.of());
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
