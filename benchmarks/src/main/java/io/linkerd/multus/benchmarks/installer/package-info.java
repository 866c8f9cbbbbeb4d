// SPDX-License-Identifier: Apache-2.0
/**
 * {@code ./bench installer}: how soon a node has its files, and has them again, beside a program that does nothing but put them there.
 */
@NullMarked
package io.linkerd.multus.benchmarks.installer;

import org.jspecify.annotations.NullMarked;
