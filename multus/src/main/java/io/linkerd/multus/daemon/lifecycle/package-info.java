// SPDX-License-Identifier: Apache-2.0
/**
 * From start to end: what has to be there before the container runtime is given a configuration, and whether the node keeps it when the daemon
 * stops. Every wait has an end, and every end an exit code, which is upstream's.
 */
@NullMarked
package io.linkerd.multus.daemon.lifecycle;

import org.jspecify.annotations.NullMarked;
