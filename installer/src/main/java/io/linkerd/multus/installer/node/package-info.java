// SPDX-License-Identifier: Apache-2.0
/**
 * The node's files: observed into a value, compared by a pure plan, and changed one action at a time.
 * A second look at a node that is right writes nothing.
 */
@NullMarked
package io.linkerd.multus.installer.node;

import org.jspecify.annotations.NullMarked;
