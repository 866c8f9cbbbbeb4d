// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.names.Multus;
import java.util.Map;
import java.util.Optional;

/**
 * What a pod says about its networks.
 *
 * @param networks value of the annotation {@value Multus#NETWORKS}
 * @param defaultNetwork value of the annotation {@value #DEFAULT_NETWORK}
 */
public record PodAnnotations(Optional<String> networks, Optional<String> defaultNetwork) {
    /** Annotation that names the network which a pod gets in the place of the cluster's. */
    public static final String DEFAULT_NETWORK = "v1.multus-cni.io/default-network";

    /** Nothing. */
    public static final PodAnnotations NONE = new PodAnnotations(Optional.empty(), Optional.empty());

    /** {@return what counts of a pod's annotations} */
    public static PodAnnotations of(Map<String, String> annotations) {
        return new PodAnnotations(
                Optional.ofNullable(annotations.get(Multus.NETWORKS)).filter(value -> !value.isEmpty()),
                Optional.ofNullable(annotations.get(DEFAULT_NETWORK)));
    }
}
