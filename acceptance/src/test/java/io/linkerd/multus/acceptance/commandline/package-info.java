// SPDX-License-Identifier: Apache-2.0
/** The command line beside the services that it speaks of. */
@NullMarked
package io.linkerd.multus.acceptance.commandline;

import org.jspecify.annotations.NullMarked;
