// SPDX-License-Identifier: Apache-2.0
/**
 * What the operator is made of, from the chart: the chart stays the one place where the parts' objects are written.
 */
@NullMarked
package io.linkerd.multus.images.operator;

import org.jspecify.annotations.NullMarked;
