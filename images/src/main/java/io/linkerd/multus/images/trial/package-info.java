// SPDX-License-Identifier: Apache-2.0
/**
 * Runs finished images as a cluster would, to test and to measure them. Takes root.
 */
@NullMarked
package io.linkerd.multus.images.trial;

import org.jspecify.annotations.NullMarked;
