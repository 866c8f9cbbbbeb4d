// SPDX-License-Identifier: Apache-2.0

/**
 * Work by key: a queue that never works on one key twice at a time, and the workers that empty it.
 * Failures are tried again with back-off and jitter, without holding up other keys.
 */
@NullMarked
package io.linkerd.multus.controller.engine.reconcile;

import org.jspecify.annotations.NullMarked;
