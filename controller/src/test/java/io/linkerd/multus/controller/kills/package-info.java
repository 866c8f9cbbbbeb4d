// SPDX-License-Identifier: Apache-2.0

/**
 * Processes of the controller that are killed while they lead and work. What they did is read from everything that became of each
 * object, so that nothing done twice hides behind an end that is right.
 */
@NullMarked
package io.linkerd.multus.controller.kills;

import org.jspecify.annotations.NullMarked;
