// SPDX-License-Identifier: Apache-2.0
/**
 * {@code ./bench webhook}: reviews of a pod as fast as they are answered, by us, by a peer in Go, and by our server alone. Each is
 * started anew in each round, and all take turns, so that what the machine does meanwhile meets all of them.
 */
@NullMarked
package io.linkerd.multus.benchmarks.webhook;

import org.jspecify.annotations.NullMarked;
