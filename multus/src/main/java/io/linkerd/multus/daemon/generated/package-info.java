// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration that the container runtime is given: planned from what is seen on the node, written whole and durably, and made again where
 * other programs take it away. It calls Multus, which calls the primary network first.
 */
@NullMarked
package io.linkerd.multus.daemon.generated;

import org.jspecify.annotations.NullMarked;
