// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import java.util.Optional;

/**
 * A NetworkAttachmentDefinition.
 *
 * @param config the text of {@code spec.config}; empty means the file of that name on the node
 * @param resourceName the annotation of that name: devices of this resource are the network's
 */
public record NetworkDefinition(NetworkName name, String config, Optional<String> resourceName) {
    /** Annotation of a NetworkAttachmentDefinition that names the resource whose devices it takes. */
    public static final String RESOURCE_NAME = "k8s.v1.cni.cncf.io/resourceName";
}
