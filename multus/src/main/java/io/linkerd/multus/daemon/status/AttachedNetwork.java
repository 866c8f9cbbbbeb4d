// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.status;

import io.linkerd.multus.daemon.results.CniInterface;
import io.linkerd.multus.daemon.results.CniIp;
import io.linkerd.multus.daemon.results.CniResult;
import io.linkerd.multus.daemon.results.IpAddress;
import io.linkerd.multus.daemon.results.ResultByInterface;
import io.linkerd.multus.daemon.results.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A network that a pod was attached to.
 *
 * @param name with its namespace, as it stands in the annotation
 * @param isClusters whether it is the cluster's own network, which every pod has
 * @param result what its plugin answered, in the newest form
 */
public record AttachedNetwork(String name, boolean isClusters, DeviceInfo device, ResultByInterface result) {
    /** By these Multus knows a default route, whatever its length is, and also one without a destination. */
    private static final Set<IpAddress> OF_DEFAULT_ROUTES =
            Set.of(IpAddress.NONE, new IpAddress("0.0.0.0"), new IpAddress("::"));

    private static final CniInterface NO_INTERFACE = new CniInterface("", "", "");

    public AttachedNetwork(String name, boolean isClusters, DeviceInfo device, CniResult result) {
        this(name, isClusters, device, result.newest());
    }

    /**
     * {@return what the annotation says of it} One interface is told in any case, and all addresses are its own; of several, or of none, those in the
     * pod. So a plugin that makes no interface, as Linkerd's, has no entry.
     */
    public List<NetworkStatus> statuses() {
        return result.interfaces().size() == 1
                ? List.of(status(
                        result.interfaces().stream()
                                .filter(CniInterface::isPods)
                                .findFirst()
                                .orElse(NO_INTERFACE),
                        isClusters,
                        result.ips()))
                : podInterfaces().stream().map(this::status).toList();
    }

    private NetworkStatus status(int place) {
        return status(
                result.interfaces().get(place),
                defaultPlace().equals(Optional.of(place)),
                result.ips().stream().filter(ip -> placeOf(ip) == place).toList());
    }

    private NetworkStatus status(CniInterface iface, boolean isDefault, List<CniIp> ips) {
        return new NetworkStatus(
                name,
                iface,
                ips.stream().map(ip -> ip.address().address().shown()).toList(),
                isDefault,
                result.dns(),
                device,
                gateways());
    }

    private List<Integer> podInterfaces() {
        return IntStream.range(0, result.interfaces().size())
                .filter(place -> result.interfaces().get(place).isPods())
                .boxed()
                .toList();
    }

    /** An address that names no interface is the last one's. */
    private long placeOf(CniIp ip) {
        return ip.iface().orElseGet(() -> podInterfaces().getLast());
    }

    /** The first interface that an address with a gateway names, else the pod's first; none where that one is not in the pod. */
    private Optional<Integer> defaultPlace() {
        if (!isClusters) {
            return Optional.empty();
        }
        var withGateway = result.ips().stream()
                .filter(ip -> ip.gateway().isPresent())
                .map(CniIp::iface)
                .filter(OptionalLong::isPresent)
                .map(OptionalLong::getAsLong)
                .findFirst()
                .filter(place -> place != -1);
        var inPod = podInterfaces();
        return withGateway.isPresent()
                ? inPod.stream()
                        .filter(place -> place.longValue() == withGateway.get())
                        .findFirst()
                : inPod.stream().findFirst();
    }

    private List<String> gateways() {
        var gateways = new ArrayList<String>();
        for (Route route : result.routes()) {
            if (OF_DEFAULT_ROUTES.contains(route.destination().address())) {
                gateways.add(route.gateway().shown());
            }
        }
        return gateways;
    }
}
