// SPDX-License-Identifier: Apache-2.0
/**
 * The thick daemon of Multus: container runtimes call a shim, the shim asks this process, and this process calls the CNI plugins of a pod's networks. Wire
 * and files are upstream's (k8snetworkplumbingwg/multus-cni), so that either side can be replaced alone.
 */
@NullMarked
package io.linkerd.multus.daemon;

import org.jspecify.annotations.NullMarked;
