// SPDX-License-Identifier: Apache-2.0
/**
 * The installer: one per node, puts Linkerd's CNI plugin and its credentials on the node and keeps them right.
 * This package holds the entry point and the wiring; the work is in the packages below.
 */
@NullMarked
package io.linkerd.multus.installer;

import org.jspecify.annotations.NullMarked;
