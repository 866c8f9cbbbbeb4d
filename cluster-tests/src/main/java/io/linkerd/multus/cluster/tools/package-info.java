// SPDX-License-Identifier: Apache-2.0
/**
 * The programs that a local cluster needs: Debian packages, Go programs built once, and where they are kept.
 */
@NullMarked
package io.linkerd.multus.cluster.tools;

import org.jspecify.annotations.NullMarked;
