// SPDX-License-Identifier: Apache-2.0
/**
 * The words that two or more of our programs share: names, values and pure functions, with no I/O and no framework.
 * What other systems read or write (Linkerd, Multus, OpenShift) is understood here exactly as they understand it.
 */
@NullMarked
package io.linkerd.multus.contracts;

import org.jspecify.annotations.NullMarked;
