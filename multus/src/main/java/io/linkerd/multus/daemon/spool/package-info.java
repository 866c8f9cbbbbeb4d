// SPDX-License-Identifier: Apache-2.0
/**
 * The spool: DELs that a shim has kept as files while no daemon answered. They are replayed, oldest first and each in the turn of its container,
 * as if they had just come.
 */
@NullMarked
package io.linkerd.multus.daemon.spool;

import org.jspecify.annotations.NullMarked;
