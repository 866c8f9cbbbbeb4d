// SPDX-License-Identifier: Apache-2.0
/**
 * The images that every cluster starts with: made of the Go tools, unpacked once, and linked into each node.
 */
@NullMarked
package io.linkerd.multus.localcluster.store;

import org.jspecify.annotations.NullMarked;
