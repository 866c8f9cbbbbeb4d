// SPDX-License-Identifier: Apache-2.0
/**
 * Our shim and daemon beside upstream's, each with each: what a container runtime reads, and what a user sees of a pod. What may differ is a table.
 */
@NullMarked
package io.linkerd.multus.daemon.wire;

import org.jspecify.annotations.NullMarked;
