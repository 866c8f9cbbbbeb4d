// SPDX-License-Identifier: Apache-2.0

/**
 * What a person has to know, told as Events: once per cause, until the cause changes.
 * A cause that lasts is told again before the cluster forgets it.
 */
@NullMarked
package io.linkerd.multus.controller.engine.notices;

import org.jspecify.annotations.NullMarked;
