// SPDX-License-Identifier: Apache-2.0
/** The commands: they read arguments, have the work done, and say how it ended. */
@NullMarked
package io.linkerd.multus.cli.commands;

import org.jspecify.annotations.NullMarked;
