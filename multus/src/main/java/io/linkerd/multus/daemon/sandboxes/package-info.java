// SPDX-License-Identifier: Apache-2.0
/**
 * Pods' network namespaces: their interfaces looked at, their default routes changed. A thread of a JVM cannot enter one and come back for certain, so
 * that a small program does it, which ends with what it did.
 */
@NullMarked
package io.linkerd.multus.daemon.sandboxes;

import org.jspecify.annotations.NullMarked;
