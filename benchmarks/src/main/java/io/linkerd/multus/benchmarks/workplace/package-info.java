// SPDX-License-Identifier: Apache-2.0
/**
 * What every bench is, and what it works with: images, an API server, directories. It knows none of them.
 */
@NullMarked
package io.linkerd.multus.benchmarks.workplace;

import org.jspecify.annotations.NullMarked;
