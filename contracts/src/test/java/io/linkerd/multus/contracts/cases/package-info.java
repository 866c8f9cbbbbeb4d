// SPDX-License-Identifier: Apache-2.0
/**
 * What the property tests of every module begin with: many cases, made at random, that can be had again. Values that more than one
 * module needs at random are here too; those of one subject are made beside its test.
 */
@NullMarked
package io.linkerd.multus.contracts.cases;

import org.jspecify.annotations.NullMarked;
