// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was found so far of that which a plan has to know.
 *
 * @param definitions by name; empty ones do not exist
 * @param paths by path
 * @param devices that the kubelet has allotted to the pod, by resource, or why that is not known; empty while it was not asked
 */
public record SeenNetworks(
        Map<NetworkName, Optional<NetworkDefinition>> definitions,
        Map<String, SeenPath> paths,
        Optional<Result<Map<String, List<String>>>> devices) {
    /** Nothing was looked at. */
    public static final SeenNetworks NOTHING = new SeenNetworks(Map.of(), Map.of(), Optional.empty());

    /** Copies. */
    public SeenNetworks {
        definitions = Map.copyOf(definitions);
        paths = Map.copyOf(paths);
    }

    /** {@return what is known with what was looked at since} */
    public SeenNetworks and(SeenNetworks more) {
        var allDefinitions = new HashMap<>(definitions);
        allDefinitions.putAll(more.definitions);
        var allPaths = new HashMap<>(paths);
        allPaths.putAll(more.paths);
        return new SeenNetworks(allDefinitions, allPaths, devices.or(more::devices));
    }
}
