// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.supervisor;

import java.util.Map;

/**
 * Where a running cluster's parts are, as its supervisor says.
 *
 * @param supervisor the process to end it by
 * @param inner the first process in the cluster's own namespaces
 * @param listen the API server's address on the machine's loopback
 * @param nodes each node's first process, by name; all process ids are the machine's
 */
public record SupervisorState(long supervisor, long inner, String listen, Map<String, Long> nodes) {
    /** Copies the map. */
    public SupervisorState {
        nodes = Map.copyOf(nodes);
    }

    /** Returns the first process of the node {@code name}. */
    public long process(String name) {
        var process = nodes.get(name);
        if (process == null) {
            throw new IllegalArgumentException("there is no node " + name + "; there are " + nodes.keySet());
        }
        return process;
    }
}
