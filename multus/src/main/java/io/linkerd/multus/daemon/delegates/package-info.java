// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the CNI plugins of a pod's networks: what each is told, in which order, and what becomes of the others when one fails is decided from
 * values; one class starts programs. What libcni (containernetworking/cni) promises to plugins holds here.
 */
@NullMarked
package io.linkerd.multus.daemon.delegates;

import org.jspecify.annotations.NullMarked;
