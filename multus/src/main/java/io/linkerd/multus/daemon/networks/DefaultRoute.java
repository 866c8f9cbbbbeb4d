// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What becomes of the default routes that a network brings.
 *
 * @param gateways the pod's default routes go through these, and through nothing else of this network; empty for its own
 * @param dropsV4 whether its default routes of IPv4 are removed
 * @param dropsV6 whether its default routes of IPv6 are removed
 */
public record DefaultRoute(List<String> gateways, boolean dropsV4, boolean dropsV6) {
    /** Stays as the network makes it. */
    public static final DefaultRoute KEPT = new DefaultRoute(List.of(), false, false);

    /** Copies. */
    public DefaultRoute {
        gateways = List.copyOf(gateways);
    }

    /** {@return what becomes of each network's, in their order, or why the wishes go against one another} */
    static Result<List<DefaultRoute>> of(List<Optional<List<String>>> wishes) {
        var all =
                wishes.stream().flatMap(Optional::stream).flatMap(List::stream).toList();
        long v4 = all.stream().filter(Addresses::isV4).count();
        if (v4 > 1 || all.size() - v4 > 1) {
            return new Result.Not<>("multus does not support ECMP for default-route");
        }
        boolean wished = wishes.stream().anyMatch(Optional::isPresent);
        return new Result.Ok<>(
                wishes.stream().map(wish -> wished ? of(wish) : KEPT).toList());
    }

    /** An empty list has the network keep what it brings: such a wish would otherwise leave the pod without any. */
    private static DefaultRoute of(Optional<List<String>> wish) {
        var gateways = wish.orElse(List.of());
        boolean keepsOwn = wish.isPresent() && gateways.isEmpty();
        return new DefaultRoute(gateways, !keepsOwn, !keepsOwn);
    }

    /** {@return whether anything is to be done} */
    public boolean changes() {
        return dropsV4 || dropsV6 || !gateways.isEmpty();
    }

    /** {@return the gateways of one family} */
    public Stream<String> gateways(boolean v4) {
        return gateways.stream().filter(gateway -> Addresses.isV4(gateway) == v4);
    }
}
