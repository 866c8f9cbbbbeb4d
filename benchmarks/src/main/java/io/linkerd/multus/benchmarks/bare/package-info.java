// SPDX-License-Identifier: Apache-2.0
/**
 * What a service costs before it does anything of its own. Its programs run in the services' images, with the same runtime, flags and
 * libraries.
 */
@NullMarked
package io.linkerd.multus.benchmarks.bare;

import org.jspecify.annotations.NullMarked;
