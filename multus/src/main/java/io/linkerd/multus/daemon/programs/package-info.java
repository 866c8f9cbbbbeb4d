// SPDX-License-Identifier: Apache-2.0
/**
 * The programs that the daemon brings to its node: the shim, which the container runtime calls, and reference plugins that were chosen.
 * A program that runs on the node is never written to, and a runtime finds the old one or the new one, whole.
 */
@NullMarked
package io.linkerd.multus.daemon.programs;

import org.jspecify.annotations.NullMarked;
