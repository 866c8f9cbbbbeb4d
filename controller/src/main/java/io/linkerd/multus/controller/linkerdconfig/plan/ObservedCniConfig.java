// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniConfig;
import io.linkerd.multus.values.Difference;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.ValuesPath;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Linkerd's CNI configuration as it was read: to which ports its plugin sends a pod's traffic, and which user's it leaves alone. The proxy has these
 * from Linkerd's values, and where the two disagree a new pod has no network (linkerd2-proxy-init, {@code cni-plugin/main.go}).
 *
 * @param place the ConfigMap, as namespace/name
 * @param config what it has, or why that is not known
 */
public record ObservedCniConfig(String place, Result<CniConfig> config) {
    private static final Map<ValuesPath, String> NUMBERS = Map.of(
            ValuesPath.of("proxy", "ports", "inbound"), "incoming-proxy-port",
            ValuesPath.of("proxy", "ports", "outbound"), "outgoing-proxy-port",
            ValuesPath.of("proxy", "uid"), "proxy-uid");
    private static final Set<ValuesPath> IGNORED =
            Set.of(ValuesPath.of("proxy", "ports", "admin"), ValuesPath.of("proxy", "ports", "control"));
    private static final String IGNORED_PORTS = "inbound-ports-to-ignore";

    private static boolean concerns(ValuesPath path) {
        return NUMBERS.containsKey(path) || IGNORED.contains(path);
    }

    /** {@return paths of the values that have to agree with it; none where it is not known} */
    Stream<ValuesPath> known() {
        return config instanceof Result.Ok<CniConfig>
                ? Stream.concat(NUMBERS.keySet().stream(), IGNORED.stream())
                : Stream.of();
    }

    /** {@return in what the wanted value disagrees with it; empty where it does not, or need not agree} */
    Optional<String> disagreement(Difference difference) {
        var path = difference.path();
        if (!concerns(path) || !(difference.wanted() instanceof ValueTree.Number(var wanted))) {
            return Optional.empty();
        }
        return switch (config) {
            case Result.Not<CniConfig>(var reason) ->
                Optional.of(wanted.toPlainString() + " is the value, and what ConfigMap " + place
                        + " has is not known: " + reason);
            case Result.Ok<CniConfig>(var known) ->
                Optional.ofNullable(NUMBERS.get(path))
                        .map(setting -> number(known, setting, wanted))
                        .orElseGet(() -> ignored(known, wanted));
        };
    }

    private Optional<String> number(CniConfig known, String setting, BigDecimal wanted) {
        var there = known.number(setting);
        return there.isPresent() && wanted.compareTo(BigDecimal.valueOf(there.getAsLong())) == 0
                ? Optional.empty()
                : Optional.of(wanted.toPlainString() + " is the value, and ConfigMap " + place + " has "
                        + (there.isPresent() ? there.getAsLong() : "none") + " as " + setting);
    }

    private Optional<String> ignored(CniConfig known, BigDecimal wanted) {
        var there = known.texts(IGNORED_PORTS);
        return there.stream().anyMatch(range -> holds(range, wanted))
                ? Optional.empty()
                : Optional.of(wanted.toPlainString() + " is the value, and ConfigMap " + place + " has "
                        + (there.isEmpty() ? "none" : String.join(",", there)) + " as " + IGNORED_PORTS);
    }

    /** The plugin takes a port, or two with a hyphen between. */
    private static boolean holds(String range, BigDecimal port) {
        var ends = Arrays.stream(range.split("-", 2)).map(String::strip).toList();
        return ends.stream().allMatch(end -> end.matches("[0-9]{1,5}"))
                && port.compareTo(new BigDecimal(ends.getFirst())) >= 0
                && port.compareTo(new BigDecimal(ends.getLast())) <= 0;
    }
}
