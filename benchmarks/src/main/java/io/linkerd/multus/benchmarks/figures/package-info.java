// SPDX-License-Identifier: Apache-2.0
/**
 * What is measured, what it is held to, and how both are shown. Nothing here runs anything.
 */
@NullMarked
package io.linkerd.multus.benchmarks.figures;

import org.jspecify.annotations.NullMarked;
