// SPDX-License-Identifier: Apache-2.0

/**
 * Histories of a cluster that chance makes up, and what the controller has to make of each: the end that the documents promise, worked
 * out a second time, with nothing of anybody else's touched and nothing left to write.
 */
@NullMarked
package io.linkerd.multus.controller.histories;

import org.jspecify.annotations.NullMarked;
