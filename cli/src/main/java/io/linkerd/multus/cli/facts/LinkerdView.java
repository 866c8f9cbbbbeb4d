// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import java.util.List;

/**
 * Linkerd's control plane.
 *
 * @param namespace it is in
 * @param cniEnabled whether its values say so
 * @param parts its Deployments
 * @param ownInstallers DaemonSets of Linkerd's own CNI chart
 */
public record LinkerdView(
        String namespace,
        Sight<Boolean> cniEnabled,
        Sight<List<WorkloadView>> parts,
        Sight<List<WorkloadView>> ownInstallers) {}
