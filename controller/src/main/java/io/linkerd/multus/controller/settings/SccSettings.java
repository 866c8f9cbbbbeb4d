// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.settings;

import java.util.List;

/**
 * Under which SCC the control plane runs on OpenShift.
 *
 * @param clusterRole ClusterRole that allows the use of the SCC, such as {@code system:openshift:scc:nonroot-v2}
 * @param serviceAccounts names of the control plane's service accounts that get it, in no particular order
 */
public record SccSettings(String clusterRole, List<String> serviceAccounts) {
    public SccSettings {
        serviceAccounts = List.copyOf(serviceAccounts);
    }
}
