// SPDX-License-Identifier: Apache-2.0

/**
 * What the controller cares for is split into concerns, which know nothing of each other.
 * Here is what they have in common: how they are driven, and what they are given.
 */
@NullMarked
package io.linkerd.multus.controller.concerns;

import org.jspecify.annotations.NullMarked;
