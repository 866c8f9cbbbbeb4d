// SPDX-License-Identifier: Apache-2.0
/** The operator beside the chart that it is made from. */
@NullMarked
package io.linkerd.multus.acceptance.operator;

import org.jspecify.annotations.NullMarked;
