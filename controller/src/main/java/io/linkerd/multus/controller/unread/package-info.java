// SPDX-License-Identifier: Apache-2.0
/**
 * Tells of objects that are too large to be read: what a tenant writes into one ends no process, and a person learns why nothing is done about
 * it.
 */
@NullMarked
package io.linkerd.multus.controller.unread;

import org.jspecify.annotations.NullMarked;
