// SPDX-License-Identifier: Apache-2.0
/**
 * What is kept on the node: its files observed into a value, compared with what is desired by a pure plan, and changed one action at a
 * time. A second look at a node that is right writes nothing.
 */
@NullMarked
package io.linkerd.multus.installer.node;

import org.jspecify.annotations.NullMarked;
