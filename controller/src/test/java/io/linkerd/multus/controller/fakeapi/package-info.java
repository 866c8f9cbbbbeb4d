// SPDX-License-Identifier: Apache-2.0

/**
 * An API server of our own for tests, which keeps the invariants that the controller rests on.
 * Resource versions only grow, a write on an old version fails, apply makes what is not there, and a watch tells all.
 */
@NullMarked
package io.linkerd.multus.controller.fakeapi;

import org.jspecify.annotations.NullMarked;
