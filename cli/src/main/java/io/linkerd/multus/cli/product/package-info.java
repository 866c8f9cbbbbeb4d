// SPDX-License-Identifier: Apache-2.0
/** Which product this program is of, and where it is documented. The build writes both beside the classes. */
@NullMarked
package io.linkerd.multus.cli.product;

import org.jspecify.annotations.NullMarked;
