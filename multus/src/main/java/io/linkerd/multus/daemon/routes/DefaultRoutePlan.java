// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.routes;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.results.CniResult;
import io.linkerd.multus.daemon.results.IpAddress;
import io.linkerd.multus.daemon.results.IpFamily;
import io.linkerd.multus.daemon.results.ResultByFamily;
import io.linkerd.multus.daemon.results.ResultByFamily.FamilyAddress;
import io.linkerd.multus.daemon.results.ResultByInterface;
import io.linkerd.multus.daemon.results.Route;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What becomes of the default routes by one network of a pod, once its plugin has made them.
 *
 * @param lost the families whose default routes by this network are deleted
 * @param gateways to which default routes by this network are made afterwards
 */
public record DefaultRoutePlan(Set<IpFamily> lost, List<IpAddress> gateways) {
    /** For a pod without {@code default-route}: all routes stay as the plugins made them. */
    public static final DefaultRoutePlan AS_MADE = new DefaultRoutePlan(Set.of(), List.of());

    private static final Set<IpFamily> BOTH = Set.of(IpFamily.values());

    public DefaultRoutePlan {
        lost = Set.copyOf(lost);
        gateways = List.copyOf(gateways);
    }

    /**
     * {@return a plan for each of a pod's networks, or why there is none} Where one of them is asked for, the others lose their default routes of
     * both families, also of one for which no gateway is named. A network that is to keep those that its plugin makes loses those of a family for
     * which another network has a gateway.
     *
     * @param requests of all networks, the cluster's own among them
     */
    public static Result<List<DefaultRoutePlan>> of(List<DefaultRouteRequest> requests) {
        var named = requests.stream().flatMap(DefaultRouteRequest::families).toList();
        var families = Set.copyOf(named);
        if (named.size() > families.size()) {
            return new Result.Not<>("multus does not support ECMP for default-route");
        }
        boolean isAsked = requests.stream().anyMatch(DefaultRouteRequest.Asked.class::isInstance);
        return new Result.Ok<>(requests.stream()
                .map(request -> isAsked ? of(request, families) : AS_MADE)
                .toList());
    }

    private static DefaultRoutePlan of(DefaultRouteRequest request, Set<IpFamily> named) {
        return switch (request) {
            case DefaultRouteRequest.Unasked() -> new DefaultRoutePlan(BOTH, List.of());
            case DefaultRouteRequest.Asked(var gateways) ->
                new DefaultRoutePlan(gateways.isEmpty() ? named : BOTH, gateways);
        };
    }

    /** {@return what is to be done after the network's plugin has answered} Nothing where it has made neither interface nor address. */
    public List<RouteAction> actions(String interfaceName, CniResult result) {
        if (result.newest().isEmpty()) {
            return List.of();
        }
        var deleted = EnumSet.allOf(IpFamily.class).stream()
                .filter(lost::contains)
                .map(family -> new RouteAction.DeleteDefaults(interfaceName, family));
        var added = gateways.stream().map(gateway -> new RouteAction.AddDefault(interfaceName, gateway));
        return Stream.<RouteAction>concat(deleted, added).toList();
    }

    /** {@return the result with the routes that there are after these actions} So it is cached, and given to CHECK and DEL. */
    public CniResult applied(CniResult result) {
        return switch (result) {
            case ResultByInterface listed when listed.isEmpty() -> listed;
            case ResultByInterface listed -> listed.withRoutes(applied(listed.routes(), _ -> true));
            case ResultByFamily(var version, var addresses, var dns) ->
                new ResultByFamily(
                        version, addresses.stream().map(this::applied).toList(), dns);
        };
    }

    private FamilyAddress applied(FamilyAddress address) {
        return address.withRoutes(applied(address.routes(), gateway -> gateway.family() == address.family()));
    }

    private List<Route> applied(List<Route> routes, Predicate<IpAddress> belongs) {
        var kept = routes.stream().filter(route -> !isLost(route)).collect(Collectors.toCollection(ArrayList::new));
        gateways.stream().filter(belongs).map(Route::defaultBy).forEach(kept::add);
        return kept;
    }

    private boolean isLost(Route route) {
        return route.isDefault() && lost.contains(route.destination().address().family());
    }
}
