// SPDX-License-Identifier: Apache-2.0
/** Holds the pages for people to the code that they speak of. */
@NullMarked
package io.linkerd.multus.acceptance.docs;

import org.jspecify.annotations.NullMarked;
