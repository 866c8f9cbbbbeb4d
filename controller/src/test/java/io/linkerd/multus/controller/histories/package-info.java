// SPDX-License-Identifier: Apache-2.0

/**
 * Histories that chance makes up, run by their seeds, and those of a whole cluster. What the controller has to make of each is the end that the
 * documents promise, worked out a second time, with nothing of anybody else's touched and nothing left to write.
 */
@NullMarked
package io.linkerd.multus.controller.histories;

import org.jspecify.annotations.NullMarked;
