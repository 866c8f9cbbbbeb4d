// SPDX-License-Identifier: Apache-2.0
/**
 * What this node is: where its file system is mounted here, which distribution it runs, and so where its runtime looks for CNI binaries.
 * Recognition is a pure function over facts that were gathered before.
 */
@NullMarked
package io.linkerd.multus.installer.platform;

import org.jspecify.annotations.NullMarked;
