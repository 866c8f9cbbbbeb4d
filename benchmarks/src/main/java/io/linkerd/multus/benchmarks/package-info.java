// SPDX-License-Identifier: Apache-2.0
/**
 * What {@code ./bench} does: it runs the services as they are shipped, and says how they compare.
 */
@NullMarked
package io.linkerd.multus.benchmarks;

import org.jspecify.annotations.NullMarked;
