// SPDX-License-Identifier: Apache-2.0
/**
 * What a {@code LinkerdConfig} says: which of Linkerd's values have to hold, how they are kept, and how outdated workloads are restarted. Only
 * what is written is wanted; the defaults that this kind had in 2019 are neither compared nor written.
 */
@NullMarked
package io.linkerd.multus.values.linkerdconfig;

import org.jspecify.annotations.NullMarked;
