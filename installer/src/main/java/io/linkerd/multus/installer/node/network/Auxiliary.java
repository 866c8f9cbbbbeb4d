// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import io.linkerd.multus.contracts.cniconfig.CniConfig;
import io.linkerd.multus.contracts.names.Multus;
import java.util.Optional;
import java.util.Set;

/**
 * {@code auxiliary}: one plugin of ours in the chain that Multus runs for every pod of the node, which reads {@code *.conf} alone. A
 * kubeconfig that is no good stops every pod there.
 *
 * @param where a host path, the directory of that chain
 * @param kubeconfig where the plugin finds its kubeconfig on the node
 */
public record Auxiliary(String where, String kubeconfig) implements Mode {

    @Override
    public String label() {
        return "auxiliary";
    }

    @Override
    public Optional<String> directory() {
        return Optional.of(where);
    }

    @Override
    public NetworkPlan plan(
            NetworkDirectory there, CniConfig configuration, Set<String> converted, Set<String> others) {
        return configuration.isPlugin()
                ? StandAlone.whole(where + "/" + Multus.ATTACHMENT + Chained.SINGLE, configuration, kubeconfig)
                : NetworkPlan.waiting(
                        "the plugin's configuration is a list of plugins, which no chain can take as one of its own");
    }
}
