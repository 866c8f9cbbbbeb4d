// SPDX-License-Identifier: Apache-2.0
/**
 * What is kept on the node of a pod's networks, to check and to tear them down by: Multus' list of a pod's networks, and libcni's result of each.
 * Either daemon reads what the other wrote, so that one can take the place of the other while pods run.
 */
@NullMarked
package io.linkerd.multus.daemon.caches;

import org.jspecify.annotations.NullMarked;
