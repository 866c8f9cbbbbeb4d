// SPDX-License-Identifier: Apache-2.0
/**
 * What shims ask the daemon, and how it refuses: bodies of requests are read within limits into values, of which container and interface can
 * stand in the names of files. Expected refusals are values, too: errors of the CNI specification, or upstream's texts.
 */
@NullMarked
package io.linkerd.multus.daemon.requests;

import org.jspecify.annotations.NullMarked;
