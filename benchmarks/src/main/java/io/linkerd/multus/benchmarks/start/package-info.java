// SPDX-License-Identifier: Apache-2.0
/**
 * {@code ./bench start}: how soon each service is ready, beside the same image without its cache of loaded classes.
 */
@NullMarked
package io.linkerd.multus.benchmarks.start;

import org.jspecify.annotations.NullMarked;
