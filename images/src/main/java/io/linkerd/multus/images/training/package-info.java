// SPDX-License-Identifier: Apache-2.0
/**
 * A service is run once, through a day's work, and what its JVM had loaded by then is kept. What the work is, each service says
 * beside its own code.
 */
@NullMarked
package io.linkerd.multus.images.training;

import org.jspecify.annotations.NullMarked;
