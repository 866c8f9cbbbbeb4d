// SPDX-License-Identifier: Apache-2.0
/**
 * What the installer tells of itself: whether the node is right, with reasons in plain words, and what it has counted.
 * Whoever works on the node writes it down here, and never asks.
 */
@NullMarked
package io.linkerd.multus.installer.health;

import org.jspecify.annotations.NullMarked;
