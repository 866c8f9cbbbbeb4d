// SPDX-License-Identifier: Apache-2.0
/**
 * From start to departure: the threads, and whether the node is left as it is or given back when they stop.
 * Nothing here dies silently, and every wait has an end.
 */
@NullMarked
package io.linkerd.multus.installer.lifecycle;

import org.jspecify.annotations.NullMarked;
