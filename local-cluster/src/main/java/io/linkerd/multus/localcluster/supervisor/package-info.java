// SPDX-License-Identifier: Apache-2.0
/**
 * The program that holds a local cluster together, seen from here: what it is told, how it is started, found and ended.
 */
@NullMarked
package io.linkerd.multus.localcluster.supervisor;

import org.jspecify.annotations.NullMarked;
