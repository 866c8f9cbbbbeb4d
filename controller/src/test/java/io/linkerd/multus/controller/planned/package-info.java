// SPDX-License-Identifier: Apache-2.0
/** What the command line plans is what the controller does. */
@NullMarked
package io.linkerd.multus.controller.planned;

import org.jspecify.annotations.NullMarked;
