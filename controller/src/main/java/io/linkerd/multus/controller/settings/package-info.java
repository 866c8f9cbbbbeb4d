// SPDX-License-Identifier: Apache-2.0

/**
 * What the controller is told by its environment, as records that cannot exist wrong.
 * All problems are reported at once, and an unknown key stops the start.
 */
@NullMarked
package io.linkerd.multus.controller.settings;

import org.jspecify.annotations.NullMarked;
