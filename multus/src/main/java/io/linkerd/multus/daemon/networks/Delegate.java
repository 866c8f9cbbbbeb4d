// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.daemon.routes.DefaultRoutePlan;
import java.util.List;
import java.util.Optional;

/**
 * A network that a pod gets, with all that its plugins are told.
 *
 * @param name by which it is shown in the pod's network status
 * @param interfaceName that its plugins are to make
 * @param first whether it is the pod's first network, whose result the container runtime is given
 * @param runtimeConfig by capability, of which each plugin is told those that it has
 * @param mac that is asked for, for plugins that know no capability
 * @param ips that are asked for, for plugins that know no capability
 */
public record Delegate(
        DelegateConfig config,
        String name,
        String interfaceName,
        boolean first,
        RuntimeConfig runtimeConfig,
        Optional<String> mac,
        List<String> ips,
        DefaultRoutePlan defaultRoute,
        Optional<Device> device) {
    /** Copies. */
    public Delegate {
        ips = List.copyOf(ips);
    }

    /** {@return the network at a place among all of a pod's, of which the first one is at 0} */
    public static Delegate at(int place, DelegateRequest request, PodRequest pod, DefaultRoutePlan route) {
        boolean first = place == 0;
        return of(
                request,
                first ? pod.sandbox().interfaceName() : "net" + place,
                first ? pod.runtimeConfig() : pod.runtimeConfig().with(request.wishes(), request.device()),
                pod.sandbox(),
                first,
                route);
    }

    /** {@return the network that is added to a running pod; the caller names its interface} */
    static Delegate hotPlugged(DelegateRequest request, PodRequest pod) {
        return of(
                request,
                pod.sandbox().interfaceName(),
                pod.runtimeConfig().with(request.wishes(), request.device()),
                pod.sandbox(),
                false,
                DefaultRoutePlan.AS_MADE);
    }

    /** {@return the same with another configuration, which is to be of the same network} */
    public Delegate with(DelegateConfig changed) {
        return new Delegate(changed, name, interfaceName, first, runtimeConfig, mac, ips, defaultRoute, device);
    }

    /** {@return the same with what its plugins were told before, by capability} */
    public Delegate with(RuntimeConfig told) {
        return new Delegate(config, name, interfaceName, first, told, mac, ips, defaultRoute, device);
    }

    private static Delegate of(
            DelegateRequest request,
            String usualName,
            RuntimeConfig told,
            Sandbox sandbox,
            boolean first,
            DefaultRoutePlan route) {
        var wishes = request.wishes();
        var name = wishes.interfaceName().orElse(usualName);
        return new Delegate(
                request.config(),
                request.name(),
                name,
                first,
                told.withInfoFile(Device.infoFile(request.name(), sandbox, name)),
                wishes.mac(),
                wishes.ips(),
                route,
                request.device());
    }
}
