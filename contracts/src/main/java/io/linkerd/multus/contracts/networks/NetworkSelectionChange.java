// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.networks;

import io.linkerd.multus.contracts.names.Multus;

/** How the annotation {@value Multus#NETWORKS} changes so that a pod gets one more network. */
public sealed interface NetworkSelectionChange {

    /** The pod asks for the network already; nothing is to be written. */
    record AlreadyAttached() implements NetworkSelectionChange {}

    /** Pods need no network for the plugin, which the container runtime calls itself; nothing is to be written. */
    record NotNeeded() implements NetworkSelectionChange {}

    /**
     * The annotation becomes this value, in which everything that the user wrote stands as it was, but for empty items.
     *
     * @param value the annotation's new value
     */
    record Attached(String value) implements NetworkSelectionChange {}

    /**
     * Multus refuses the annotation as it is, so nothing can be added to it.
     *
     * @param reason why, for the person who wrote it
     */
    record Unreadable(String reason) implements NetworkSelectionChange {}
}
