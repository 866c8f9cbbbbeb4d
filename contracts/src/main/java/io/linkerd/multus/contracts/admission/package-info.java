// SPDX-License-Identifier: Apache-2.0
/** What becomes of an object that is under review, whatever its kind; each kind has a package below that decides. */
@NullMarked
package io.linkerd.multus.contracts.admission;

import org.jspecify.annotations.NullMarked;
