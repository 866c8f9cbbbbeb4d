// SPDX-License-Identifier: Apache-2.0
/**
 * From start to departure: the loop that keeps the node right, what wakes it, and what remains when it stops.
 * Nothing here dies silently, and every wait has an end.
 */
@NullMarked
package io.linkerd.multus.installer.life;

import org.jspecify.annotations.NullMarked;
