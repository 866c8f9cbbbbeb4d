// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import io.linkerd.multus.contracts.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * A result of version 0.1.0 or 0.2.0.
 *
 * @param addresses of each family one at most, IPv4 first
 */
public record ResultByFamily(ResultVersion version, List<FamilyAddress> addresses, Dns dns) implements CniResult {

    /**
     * The address of a family, and the routes that the plugin tells there.
     *
     * @param family where the address stands; whether it is of that family is not looked at, as libcni does not
     */
    public record FamilyAddress(IpFamily family, IpPrefix address, IpAddress gateway, List<Route> routes) {
        public FamilyAddress {
            routes = List.copyOf(routes);
        }

        /** {@return the same address with other routes} */
        public FamilyAddress withRoutes(List<Route> others) {
            return new FamilyAddress(family, address, gateway, others);
        }

        private CniIp listed() {
            return new CniIp(OptionalLong.empty(), address, gateway);
        }

        private String json() {
            return new ObjectText()
                    .text("ip", address.text())
                    .textIfAny("gateway", gateway.text())
                    .listIfAny("routes", routes.stream().map(Route::json).toList())
                    .toString();
        }
    }

    public ResultByFamily {
        addresses = List.copyOf(addresses);
        if (!version.isByFamily()) {
            throw new IllegalArgumentException(version + " lists interfaces");
        }
    }

    @Override
    public Result<CniResult> in(ResultVersion other) {
        return new Result.Ok<>(other.isByFamily() ? new ResultByFamily(other, addresses, dns) : listed(other));
    }

    @Override
    public ResultByInterface newest() {
        return listed(ResultVersion.NEWEST);
    }

    @Override
    public String json() {
        var text = new ObjectText().text("cniVersion", version.text());
        addresses.forEach(address -> text.json(address.family().member(), address.json()));
        return text.json("dns", dns.json()).toString();
    }

    private ResultByInterface listed(ResultVersion other) {
        var ips = new ArrayList<CniIp>();
        var routes = new ArrayList<Route>();
        for (var address : addresses) {
            ips.add(
                    other.namesFamilies()
                            ? address.listed().withFamily(address.family().digit())
                            : address.listed());
            routes.addAll(address.routes());
        }
        return new ResultByInterface(other, List.of(), ips, routes, dns);
    }
}
