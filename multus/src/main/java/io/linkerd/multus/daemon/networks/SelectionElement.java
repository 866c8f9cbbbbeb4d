// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

/** One network of a pod's annotation. */
public record SelectionElement(NetworkName network, NetworkWishes wishes) {}
