// SPDX-License-Identifier: Apache-2.0

/**
 * The cluster-scoped object of the release that owns everything the controller writes.
 * With it the API server's garbage collector cleans up after an uninstall, when nobody of ours has rights any more.
 */
@NullMarked
package io.linkerd.multus.controller.ownership;

import org.jspecify.annotations.NullMarked;
