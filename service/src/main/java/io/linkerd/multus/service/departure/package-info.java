// SPDX-License-Identifier: Apache-2.0
/**
 * Whether the end of a process on a node is a removal of its DaemonSet, or only of its pod: watched while there is time, and asked at the end.
 * Decisions are pure functions over what was seen.
 */
@NullMarked
package io.linkerd.multus.service.departure;

import org.jspecify.annotations.NullMarked;
