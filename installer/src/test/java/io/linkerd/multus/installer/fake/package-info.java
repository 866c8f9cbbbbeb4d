// SPDX-License-Identifier: Apache-2.0
/**
 * A node and an API server to try the installer on: real files, real sockets, and the invariants of the real ones.
 * Nothing here is a mock; the fakes keep state.
 */
@NullMarked
package io.linkerd.multus.installer.fake;

import org.jspecify.annotations.NullMarked;
