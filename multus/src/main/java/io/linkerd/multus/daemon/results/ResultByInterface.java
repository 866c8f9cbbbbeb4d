// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.results.ResultByFamily.FamilyAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A result of version 0.3.0 or later. */
public record ResultByInterface(
        ResultVersion version, List<CniInterface> interfaces, List<CniIp> ips, List<Route> routes, Dns dns)
        implements CniResult {

    public ResultByInterface {
        interfaces = List.copyOf(interfaces);
        ips = List.copyOf(ips);
        routes = List.copyOf(routes);
        if (version.isByFamily()) {
            throw new IllegalArgumentException(version + " has no interfaces");
        }
    }

    /** {@return the same result with other routes} */
    public ResultByInterface withRoutes(List<Route> others) {
        return new ResultByInterface(version, interfaces, ips, others, dns);
    }

    /** {@return whether it says nothing of an interface or an address, as that of a plugin that has made none} */
    public boolean isEmpty() {
        return interfaces.isEmpty() && ips.isEmpty();
    }

    @Override
    public Result<CniResult> in(ResultVersion other) {
        return other.isByFamily() ? byFamily(other) : new Result.Ok<>(listed(other));
    }

    @Override
    public ResultByInterface newest() {
        return listed(ResultVersion.NEWEST);
    }

    /** Before 1.0.0 {@code dns} is there also when nothing is in it. */
    @Override
    public String json() {
        var text = new ObjectText()
                .text("cniVersion", version.text())
                .listIfAny(
                        "interfaces",
                        interfaces.stream().map(CniInterface::json).toList())
                .listIfAny(
                        "ips",
                        ips.stream().map(ip -> ip.json(version.namesFamilies())).toList())
                .listIfAny("routes", routes.stream().map(Route::json).toList());
        return (version.namesFamilies() || !dns.equals(Dns.NONE) ? text.json("dns", dns.json()) : text).toString();
    }

    /** {@return the same in another of the forms that list interfaces} What came with 1.1.0 stays: readers of 1.0.0 pass it over. */
    ResultByInterface listed(ResultVersion other) {
        if (version.namesFamilies() == other.namesFamilies()) {
            return new ResultByInterface(other, interfaces, ips, routes, dns);
        }
        return other.namesFamilies()
                ? new ResultByInterface(
                        other,
                        interfaces.stream().map(CniInterface::asBefore1).toList(),
                        ips.stream().map(CniIp::withFamily).toList(),
                        routes,
                        dns)
                : new ResultByInterface(
                        other,
                        interfaces,
                        ips.stream().map(ip -> ip.withFamily("")).toList(),
                        routes,
                        dns);
    }

    /** The first address of each family, with all routes of the family and nothing but their gateways. */
    private Result<CniResult> byFamily(ResultVersion other) {
        var named = version.namesFamilies() ? this : listed(ResultVersion.V0_4_0);
        var addresses = Stream.of(IpFamily.values())
                .flatMap(family -> named.first(family).stream())
                .toList();
        return addresses.isEmpty()
                ? new Result.Not<>("version " + other.text() + " has no results without an IP address")
                : new Result.Ok<>(new ResultByFamily(other, addresses, dns));
    }

    private Optional<FamilyAddress> first(IpFamily family) {
        return ips.stream()
                .filter(ip -> ip.family().equals(family.digit()))
                .findFirst()
                .map(ip -> new FamilyAddress(
                        family,
                        ip.address(),
                        ip.gateway(),
                        routes.stream()
                                .filter(route -> route.destination().address().family() == family)
                                .map(Route::withoutAttributes)
                                .toList()));
    }
}
