// SPDX-License-Identifier: Apache-2.0
/** The native programs of the folder shim, built and run: their own units under sanitizers, and the programs as runtimes and the daemon call them. */
@NullMarked
package io.linkerd.multus.daemon.shim;

import org.jspecify.annotations.NullMarked;
