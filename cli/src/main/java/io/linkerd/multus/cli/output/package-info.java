// SPDX-License-Identifier: Apache-2.0
/** What a terminal is shown, whatever it can show. */
@NullMarked
package io.linkerd.multus.cli.output;

import org.jspecify.annotations.NullMarked;
