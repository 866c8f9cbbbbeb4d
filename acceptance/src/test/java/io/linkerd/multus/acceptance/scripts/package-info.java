// SPDX-License-Identifier: Apache-2.0
/** Runs the project's own scripts in copies, with stand-ins for the programs that they start: no network, no root, no cluster. */
@NullMarked
package io.linkerd.multus.acceptance.scripts;

import org.jspecify.annotations.NullMarked;
