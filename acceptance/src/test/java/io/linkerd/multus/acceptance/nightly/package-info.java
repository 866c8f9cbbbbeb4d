// SPDX-License-Identifier: Apache-2.0
/** Which tests are too long for every build, and the notes on commits that they passed on. They run with {@code -Pnightly}. */
@NullMarked
package io.linkerd.multus.acceptance.nightly;

import org.jspecify.annotations.NullMarked;
