// SPDX-License-Identifier: Apache-2.0
/**
 * The API server: a call, an answer in one set of words whichever client made it, the transports that carry them, and the one way in which
 * objects are listed and watched. Who calls decides what an answer means.
 */
@NullMarked
package io.linkerd.multus.service.kube;

import org.jspecify.annotations.NullMarked;
