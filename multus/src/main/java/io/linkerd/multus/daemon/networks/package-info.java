// SPDX-License-Identifier: Apache-2.0
/**
 * Which networks a pod gets: from its annotations and the daemon's configuration to an ordered list of delegates, each with the CNI configuration
 * that it is called with. All of it is decided from values; what has to be read from the API server or the node is asked for by name.
 */
@NullMarked
package io.linkerd.multus.daemon.networks;

import org.jspecify.annotations.NullMarked;
