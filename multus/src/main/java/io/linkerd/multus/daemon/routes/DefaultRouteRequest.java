// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.routes;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.results.IpAddress;
import io.linkerd.multus.daemon.results.IpFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a pod's annotation says of the default route by one of its networks. */
public sealed interface DefaultRouteRequest {

    /** The key {@code default-route} is not there. */
    record Unasked() implements DefaultRouteRequest {}

    /**
     * The default route goes by this network.
     *
     * @param gateways none where the routes that the network's plugin makes stay
     */
    record Asked(List<IpAddress> gateways) implements DefaultRouteRequest {
        public Asked {
            gateways = List.copyOf(gateways);
            if (!gateways.stream().allMatch(IpAddress::isPresent)) {
                throw new IllegalArgumentException("a gateway without an address");
            }
        }
    }

    /** {@return what the gateways of an annotation ask for, or which of them is none} */
    static Result<DefaultRouteRequest> asked(List<String> gateways) {
        var addresses = new ArrayList<IpAddress>();
        for (var gateway : gateways) {
            var address = IpAddress.parse(gateway).filter(IpAddress::isPresent);
            if (address.isEmpty()) {
                return new Result.Not<>("default-route: " + GoText.quote(gateway) + " is no IP address");
            }
            addresses.add(address.get());
        }
        return new Result.Ok<>(new Asked(addresses));
    }

    /** {@return the families of the gateways that it names} */
    default Stream<IpFamily> families() {
        return switch (this) {
            case Unasked() -> Stream.empty();
            case Asked(var gateways) -> gateways.stream().map(IpAddress::family);
        };
    }
}
