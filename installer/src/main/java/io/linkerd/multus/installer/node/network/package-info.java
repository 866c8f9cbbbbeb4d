// SPDX-License-Identifier: Apache-2.0
/**
 * The networks in the node's CNI directories, which are other people's, and what each mode makes of them.
 * A mode is a pure plan from what was observed in its directory; nothing here writes.
 */
@NullMarked
package io.linkerd.multus.installer.node.network;

import org.jspecify.annotations.NullMarked;
