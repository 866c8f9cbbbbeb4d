// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import io.linkerd.multus.contracts.cniconfig.CniConfig;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.service.files.Content;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@code file}: one network of ours by itself, which Multus finds by its name for a NetworkAttachmentDefinition that carries no
 * configuration.
 *
 * @param where a host path, Multus' directory for such files
 * @param kubeconfig where the plugin finds its kubeconfig on the node
 */
public record StandAlone(String where, String kubeconfig) implements Mode {

    @Override
    public String label() {
        return "file";
    }

    @Override
    public Optional<String> directory() {
        return Optional.of(where);
    }

    @Override
    public NetworkPlan plan(
            NetworkDirectory there, CniConfig configuration, Set<String> converted, Set<String> others) {
        var suffix = configuration.isPlugin() ? Chained.SINGLE : Chained.LIST;
        return whole(where + "/" + Multus.ATTACHMENT + suffix, configuration, kubeconfig);
    }

    static NetworkPlan whole(String path, CniConfig configuration, String kubeconfig) {
        var content = new Content.Text(configuration.forAttachment(kubeconfig));
        return NetworkPlan.of(Map.of(path, content), List.of());
    }
}
