// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

/** Names a NetworkAttachmentDefinition. */
public record NetworkName(String namespace, String name) {

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
