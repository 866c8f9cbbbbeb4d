// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import java.util.Optional;

/**
 * An object as a list or a watch tells it.
 *
 * @param value what is kept of it; empty where it is too large to be kept, and has to be asked for
 */
record Sighting<V>(ObjectName name, Optional<V> value) {}
