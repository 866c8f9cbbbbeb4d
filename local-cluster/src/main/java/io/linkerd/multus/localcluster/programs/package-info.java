// SPDX-License-Identifier: Apache-2.0
/**
 * The programs that a local cluster needs: Debian packages, Go programs built once, and where they are kept. They are run from here too.
 */
@NullMarked
package io.linkerd.multus.localcluster.programs;

import org.jspecify.annotations.NullMarked;
