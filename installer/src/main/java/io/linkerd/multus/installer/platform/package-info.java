// SPDX-License-Identifier: Apache-2.0
/**
 * Which distribution a node runs, and so where its runtime looks for CNI binaries.
 * Recognition is a pure function over facts that were gathered before.
 */
@NullMarked
package io.linkerd.multus.installer.platform;

import org.jspecify.annotations.NullMarked;
