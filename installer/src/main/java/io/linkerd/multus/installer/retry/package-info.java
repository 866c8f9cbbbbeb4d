// SPDX-License-Identifier: Apache-2.0
/**
 * How long to wait before trying again: growing, capped, and never the same for two nodes.
 * Moments are the caller's affair.
 */
@NullMarked
package io.linkerd.multus.installer.retry;

import org.jspecify.annotations.NullMarked;
