// SPDX-License-Identifier: Apache-2.0
/**
 * What this product has changed on the node, kept on the node and durable before the change itself.
 * With it alone, repair and removal work without any memory of the process that made the change.
 */
@NullMarked
package io.linkerd.multus.installer.node.journal;

import org.jspecify.annotations.NullMarked;
