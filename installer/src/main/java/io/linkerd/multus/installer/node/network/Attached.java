// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import io.linkerd.multus.contracts.cniconfig.CniConfig;
import java.util.Optional;
import java.util.Set;

/** {@code nad}: a NetworkAttachmentDefinition carries the configuration, and Multus reads it; nothing is written here. */
public record Attached() implements Mode {

    @Override
    public String label() {
        return "nad";
    }

    @Override
    public Optional<String> directory() {
        return Optional.empty();
    }

    @Override
    public NetworkPlan plan(
            NetworkDirectory there, CniConfig configuration, Set<String> converted, Set<String> others) {
        return NetworkPlan.NOTHING;
    }
}
