// SPDX-License-Identifier: Apache-2.0

/**
 * The objects of ours in the cluster: how each was last seen, how it is written, and which release owns it.
 * Through the owner the API server's garbage collector cleans up after an uninstall, when no service of ours has rights any more.
 */
@NullMarked
package io.linkerd.multus.controller.engine.ownership;

import org.jspecify.annotations.NullMarked;
