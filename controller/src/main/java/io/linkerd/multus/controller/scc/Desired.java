// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.controller.settings.SccSettings;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The RoleBinding that should be there.
 *
 * @param namespace the control plane's
 * @param name ours, never one that the platform or {@code oc} uses
 * @param clusterRole the ClusterRole to give
 * @param serviceAccounts names of who gets it; nobody, and there should be none
 */
record Desired(String namespace, String name, String clusterRole, Set<String> serviceAccounts) {
    Desired {
        serviceAccounts = Set.copyOf(serviceAccounts);
    }

    /** Derives the name from the ClusterRole's: of {@code system:openshift:scc:nonroot-v2}, what follows the last colon. */
    static Desired of(String controlPlaneNamespace, SccSettings settings) {
        var role = settings.clusterRole();
        return new Desired(
                controlPlaneNamespace,
                LinkerdMultus.NAME + "-scc-" + role.substring(role.lastIndexOf(':') + 1),
                role,
                Set.copyOf(settings.serviceAccounts()));
    }

    /** {@return what it says} */
    Binding binding() {
        return new Binding(
                clusterRole,
                serviceAccounts.stream().map(name -> namespace + "/" + name).collect(Collectors.toSet()));
    }
}
