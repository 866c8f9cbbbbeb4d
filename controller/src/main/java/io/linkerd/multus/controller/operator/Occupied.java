// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.controller.operator.OperandStatus.Trouble;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Objects that this operator did not make, in the places of its operand's or of its own work.
 *
 * @param keepers who made each
 * @param isBegun whether this operator's installer, webhook or configurations are there, which go in order
 */
record Occupied(Map<ObjectKey, Keeper> keepers, boolean isBegun) {
    /** So many objects of a keeper are named. */
    static final int NAMED = 3;

    /** As the chart calls the Deployment of a release's own controller. */
    private static final String CONTROLLER = "-controller";

    Occupied {
        keepers = new LinkedHashMap<>(keepers);
    }

    /** {@return the Deployment of the controller that a release of that name has in that namespace} */
    static ObjectKey controller(String namespace, String release) {
        return new ObjectKey(OperandKind.named("Deployment"), namespace, release + CONTROLLER);
    }

    /** {@return what is to be said of them, and what to do; empty where there are none} */
    Optional<Trouble> trouble() {
        if (keepers.isEmpty()) {
            return Optional.empty();
        }
        var found = "left untouched: " + inWords();
        return Optional.of(
                keepers.keySet().stream().allMatch(Occupied::isNamedByLinkerd)
                        ? new Trouble(
                                OperandStatus.CNI_CHART_THERE,
                                found + "; one of a cluster can have it: uninstall Linkerd's CNI chart, or keep it and"
                                        + " say spec.linkerd.cniChart: Use; spec.adopt: true takes it over")
                        : new Trouble(OperandStatus.NOT_OURS, found + "; " + advice()));
    }

    private String inWords() {
        var byKeeper = new LinkedHashMap<Keeper, List<ObjectKey>>();
        keepers.forEach((key, keeper) ->
                byKeeper.merge(keeper, List.of(key), (all, one) -> Stream.concat(all.stream(), one.stream())
                        .toList()));
        return byKeeper.entrySet().stream()
                .map(entry -> first(entry.getValue()) + (entry.getValue().size() > 1 ? " are of " : " is of ")
                        + entry.getKey().words())
                .collect(Collectors.joining(", "));
    }

    private static String first(List<ObjectKey> keys) {
        var named = keys.stream().limit(NAMED).map(ObjectKey::toString).collect(Collectors.joining(", "));
        return keys.size() <= NAMED ? named : named + " and " + (keys.size() - NAMED) + " more";
    }

    private String advice() {
        var ways = Stream.<String>builder();
        if (!isBegun) {
            ways.add("keep them and delete the LinkerdMultus, which goes at once");
        }
        ways.add(uninstallation());
        ways.add(
                keepers.keySet().stream().anyMatch(Occupied::isController)
                        ? "have the release give up its controller, which does the same duties (helm upgrade with"
                                + " --set controller.enabled=false), and the rest taken over with spec.adopt: true"
                        : "have them taken over with spec.adopt: true");
        return ways.build().collect(Collectors.joining("; or "));
    }

    private String uninstallation() {
        var commands = keepers.values().stream()
                .flatMap(keeper -> keeper.uninstalled().stream())
                .distinct()
                .collect(Collectors.joining(", "));
        return commands.isEmpty() ? "delete them" : "uninstall the release (" + commands + ")";
    }

    private static boolean isController(ObjectKey key) {
        return key.name().endsWith(CONTROLLER);
    }

    /** All other names have the release in them. */
    private static boolean isNamedByLinkerd(ObjectKey key) {
        return key.name().startsWith(Linkerd.PLUGIN);
    }
}
