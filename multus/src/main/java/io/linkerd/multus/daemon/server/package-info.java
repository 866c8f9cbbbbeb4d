// SPDX-License-Identifier: Apache-2.0
/**
 * The daemon as its shims see it: HTTP over a Unix-domain socket that root alone reaches, with bounds on everything a client can hold. One
 * container's requests are carried out one after another, those of different containers side by side, and a client that goes away cancels its own.
 */
@NullMarked
package io.linkerd.multus.daemon.server;

import org.jspecify.annotations.NullMarked;
