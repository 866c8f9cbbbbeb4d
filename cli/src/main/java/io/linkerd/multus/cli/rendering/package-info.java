// SPDX-License-Identifier: Apache-2.0
/** What checks came to, as Linkerd's command line shows its own. Pure. */
@NullMarked
package io.linkerd.multus.cli.rendering;

import org.jspecify.annotations.NullMarked;
