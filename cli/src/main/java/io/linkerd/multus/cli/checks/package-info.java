// SPDX-License-Identifier: Apache-2.0
/** What is asked of a whole cluster, and what the answers are. Pure. */
@NullMarked
package io.linkerd.multus.cli.checks;

import org.jspecify.annotations.NullMarked;
