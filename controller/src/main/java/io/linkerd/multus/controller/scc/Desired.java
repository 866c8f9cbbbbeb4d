// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.linkerd.multus.controller.settings.ControllerSettings;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The RoleBinding that should be there, and nowhere else.
 *
 * @param namespace the control plane's
 * @param name ours in every namespace, whatever is bound; never one that the platform or {@code oc} uses
 * @param clusterRole the ClusterRole to give
 * @param serviceAccounts names of who gets it; nobody, and there should be none
 */
record Desired(String namespace, String name, String clusterRole, Set<String> serviceAccounts) {
    Desired {
        serviceAccounts = Set.copyOf(serviceAccounts);
    }

    static Desired of(ControllerSettings settings) {
        return new Desired(
                settings.controlPlaneNamespace(),
                settings.release() + "-scc",
                settings.scc().clusterRole(),
                Set.copyOf(settings.scc().serviceAccounts()));
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
