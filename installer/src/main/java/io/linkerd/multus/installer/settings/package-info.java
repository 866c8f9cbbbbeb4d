// SPDX-License-Identifier: Apache-2.0
/**
 * The environment as immutable records: Linkerd's own variables and {@code LINKERD_MULTUS_*}.
 * All problems are found at once, and nothing changes after the start.
 */
@NullMarked
package io.linkerd.multus.installer.settings;

import org.jspecify.annotations.NullMarked;
