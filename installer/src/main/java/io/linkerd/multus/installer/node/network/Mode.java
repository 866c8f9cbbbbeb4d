// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import io.linkerd.multus.contracts.cniconfig.CniConfig;
import java.util.Optional;
import java.util.Set;

/** How the container runtime comes to call Linkerd's plugin on this node, once plugin and kubeconfig lie there. */
public sealed interface Mode permits Attached, Chained, StandAlone, Auxiliary {

    /** {@return the name, as the setting has it} */
    String label();

    /** {@return the host's directory that this mode writes to; none where it writes nothing} */
    Optional<String> directory();

    /**
     * {@return what is to be in the directory, for a plugin with this configuration}
     *
     * @param there the directory as it is
     * @param converted host paths of lists that we have made of single networks before
     * @param others host paths of what verbs have put on the node, which stays as it is
     */
    NetworkPlan plan(NetworkDirectory there, CniConfig configuration, Set<String> converted, Set<String> others);
}
