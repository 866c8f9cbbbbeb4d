// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.linkerd.multus.controller.settings.ControllerSettings;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The RoleBindings that should be there, at most one in a namespace, and no others.
 *
 * @param name of each
 * @param clusterRole the ClusterRole that each gives
 * @param serviceAccounts names of who gets it, by their namespace
 */
record DesiredBindings(String name, String clusterRole, Map<String, Set<String>> serviceAccounts) {
    DesiredBindings {
        serviceAccounts = Map.copyOf(serviceAccounts);
    }

    static DesiredBindings of(ControllerSettings settings) {
        return new DesiredBindings(
                settings.release() + "-scc",
                settings.scc().clusterRole(),
                settings.scc().serviceAccounts());
    }

    /** {@return what should be in that namespace} */
    Desired in(String namespace) {
        return new Desired(namespace, name, clusterRole, serviceAccounts.getOrDefault(namespace, Set.of()));
    }

    /** {@return the namespaces that should have one, whether they exist or not} */
    Stream<String> namespaces() {
        return serviceAccounts.keySet().stream();
    }
}
