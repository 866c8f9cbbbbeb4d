// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import java.util.List;
import java.util.Set;

/**
 * What Multus' configuration says about networks, with its defaults filled in.
 *
 * @param cniVersion of the configuration itself; empty where it has none
 * @param clusterNetwork a name or a path; empty where there are {@code delegates} instead
 * @param delegates their configurations, which count where there is no {@code clusterNetwork}
 * @param defaultNetworks names or paths of what all pods get beside the first network
 * @param confDir folder of configurations that are found by their name
 * @param multusNamespace of networks that the configuration names
 * @param systemNamespaces whose pods get no {@code defaultNetworks}
 * @param auxiliaryChain name of the chain that is run for every pod; empty for none
 */
public record NetworkSettings(
        String cniVersion,
        String clusterNetwork,
        List<String> delegates,
        List<String> defaultNetworks,
        String confDir,
        String multusNamespace,
        Set<String> systemNamespaces,
        NamespaceIsolation isolation,
        String auxiliaryChain) {
    /** Copies. */
    public NetworkSettings {
        delegates = List.copyOf(delegates);
        defaultNetworks = List.copyOf(defaultNetworks);
        systemNamespaces = Set.copyOf(systemNamespaces);
    }
}
