// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.daemon.routes.DefaultRouteRequest;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a pod asks for on one network, beside the network itself.
 *
 * @param interfaceName empty lets Multus number it
 * @param ips addresses, with or without the length of a prefix
 * @param portMappings JSON for the capability of that name
 * @param bandwidth JSON for the capability of that name
 * @param deviceId the device that is used where the kubelet has allotted none
 * @param cniArgs JSON by key, for {@code args.cni} of the network's configuration
 */
public record NetworkWishes(
        Optional<String> interfaceName,
        Optional<String> mac,
        Optional<String> infinibandGuid,
        List<String> ips,
        Optional<String> portMappings,
        Optional<String> bandwidth,
        Optional<String> deviceId,
        Map<String, String> cniArgs,
        DefaultRouteRequest defaultRoute) {

    /** Nothing. */
    public static final NetworkWishes NONE = new NetworkWishes(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            new DefaultRouteRequest.Unasked());

    /** Copies, in the order of the annotation. */
    public NetworkWishes {
        ips = List.copyOf(ips);
        cniArgs = Collections.unmodifiableMap(new LinkedHashMap<>(cniArgs));
    }

    /** {@return the same without addresses that are none, which no ADD was made with} */
    public NetworkWishes ofPossible() {
        return NetworksAnnotation.problem(this).isEmpty()
                ? this
                : new NetworkWishes(
                        interfaceName,
                        NONE.mac,
                        NONE.infinibandGuid,
                        NONE.ips,
                        portMappings,
                        bandwidth,
                        deviceId,
                        cniArgs,
                        defaultRoute);
    }

    /** {@return an interface of that name, and nothing else} */
    static NetworkWishes ofInterface(Optional<String> name) {
        return new NetworkWishes(
                name,
                NONE.mac,
                NONE.infinibandGuid,
                NONE.ips,
                NONE.portMappings,
                NONE.bandwidth,
                NONE.deviceId,
                NONE.cniArgs,
                NONE.defaultRoute);
    }
}
