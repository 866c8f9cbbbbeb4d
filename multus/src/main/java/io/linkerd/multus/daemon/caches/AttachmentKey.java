// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.caches;

/**
 * One attachment of a container to a network.
 *
 * @param network {@code name} of its configuration, not that of an attachment
 * @param interfaceName in the container
 */
public record AttachmentKey(String network, String containerId, String interfaceName) {

    /** As libcni puts it together; no separator keeps two of them apart, since each may hold one. */
    String fileName() {
        return network + "-" + containerId + "-" + interfaceName;
    }
}
