// SPDX-License-Identifier: Apache-2.0
/**
 * The one-shot verbs: what is asked for, what follows from it, and the doing of it, beside a daemon that keeps the node or without one.
 * Only what a verb has put on the node is ever taken away by one.
 */
@NullMarked
package io.linkerd.multus.installer.verbs;

import org.jspecify.annotations.NullMarked;
