// SPDX-License-Identifier: Apache-2.0
/**
 * Which meshed pod was started before its node ran Linkerd's plugin, which of them is replaced next, and when.
 * A pod that no controller would make anew stays, and a person is told.
 */
@NullMarked
package io.linkerd.multus.controller.repair.plan;

import org.jspecify.annotations.NullMarked;
