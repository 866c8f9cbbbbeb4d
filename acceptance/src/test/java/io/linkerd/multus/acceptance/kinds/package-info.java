// SPDX-License-Identifier: Apache-2.0
/** The kinds that the product defines, as the chart of the kinds has them. Tests learn here where an API server keeps them and their objects. */
@NullMarked
package io.linkerd.multus.acceptance.kinds;

import org.jspecify.annotations.NullMarked;
