// SPDX-License-Identifier: Apache-2.0
/** The command line of linkerd-multus. */
@NullMarked
package io.linkerd.multus.cli;

import org.jspecify.annotations.NullMarked;
