// SPDX-License-Identifier: Apache-2.0

/**
 * Replaces meshed pods that were started before the node ran Linkerd's plugin, one at a time and at a bounded rate.
 * Whatever nobody would make anew is only told of, and what is healthy is never touched.
 */
@NullMarked
package io.linkerd.multus.controller.repair;

import org.jspecify.annotations.NullMarked;
