// SPDX-License-Identifier: Apache-2.0
/**
 * Compares our daemon and shim of Multus with upstream's: both serve the same pods of the same API server, and are called as a container runtime
 * calls them. Plugins are static programs that do nothing, so what is left is Multus.
 */
@NullMarked
package io.linkerd.multus.benchmarks.multus;

import org.jspecify.annotations.NullMarked;
