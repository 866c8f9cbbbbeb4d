// SPDX-License-Identifier: Apache-2.0

/**
 * Which of the replicas may write, decided by a Lease.
 * Elapsed time is measured by a monotonic clock of this process, never by another node's timestamps.
 */
@NullMarked
package io.linkerd.multus.controller.engine.leadership;

import org.jspecify.annotations.NullMarked;
