// SPDX-License-Identifier: Apache-2.0
/** What the programs of the trade say of the charts, of the operand and of the bundle. What they warn of is explained here, or mended. */
@NullMarked
package io.linkerd.multus.acceptance.validators;

import org.jspecify.annotations.NullMarked;
