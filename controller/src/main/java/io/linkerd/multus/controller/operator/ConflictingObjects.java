// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.linkerd.multus.contracts.names.Linkerd;
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
 * @param namespace of the operator
 * @param isBegun whether objects of the operand are this operator's already: of its own making, or taken over
 * @param adopts whether the spec has it take objects over
 */
record ConflictingObjects(Map<ObjectKey, Keeper> keepers, String namespace, boolean isBegun, boolean adopts) {
    /** So many objects of a keeper are named. */
    static final int NAMED = 3;

    /** As the chart calls the Deployment of a release's own controller. */
    private static final String CONTROLLER = "-controller";

    ConflictingObjects {
        keepers = new LinkedHashMap<>(keepers);
    }

    /** {@return the Deployment of the controller that a release of that name has in that namespace} */
    static ObjectKey controller(String namespace, String release) {
        return new ObjectKey(OperandKind.named("Deployment"), namespace, release + CONTROLLER);
    }

    /**
     * {@return whether an object is not to be taken over} A release of another namespace keeps its installer and its controller there: they
     * would go on without their accounts' rights, and the operand beside them. Linkerd's own chart has no other place than its own.
     */
    static boolean isOutOfReach(ObjectKey key, Keeper keeper, String namespace) {
        return !isNamedByLinkerd(key) && keeper.isReleaseElsewhere(namespace);
    }

    /** {@return what is to be said of them, and what to do; empty where there are none} */
    Optional<Trouble> trouble() {
        if (keepers.isEmpty()) {
            return Optional.empty();
        }
        var found = "left untouched: " + inWords();
        return Optional.of(
                keepers.keySet().stream().allMatch(ConflictingObjects::isNamedByLinkerd)
                        ? new Trouble(
                                Trouble.CNI_CHART_THERE,
                                found + "; one of a cluster can have it: uninstall Linkerd's CNI chart, or keep it and"
                                        + " say spec.linkerd.cniChart: Use; spec.adopt: true takes it over")
                        : new Trouble(Trouble.NOT_OURS, found + "; " + advice()));
    }

    private String inWords() {
        var byKeeper = new LinkedHashMap<Keeper, List<ObjectKey>>();
        keepers.forEach((key, keeper) -> byKeeper.merge(
                keeper,
                List.of(key),
                (all, one) -> Stream.concat(all.stream(), one.stream()).toList()));
        return byKeeper.entrySet().stream()
                .map(entry -> first(entry.getValue())
                        + (entry.getValue().size() > 1 ? " are of " : " is of ")
                        + entry.getKey().words())
                .collect(Collectors.joining(", "));
    }

    private static String first(List<ObjectKey> keys) {
        var named = keys.stream().limit(NAMED).map(ObjectKey::toString).collect(Collectors.joining(", "));
        return keys.size() <= NAMED ? named : named + " and " + (keys.size() - NAMED) + " more";
    }

    /**
     * What is begun may have been the release's: deleting the {@code LinkerdMultus} or uninstalling the release would take along what the pods
     * of both stand on, and Helm's upgrade would write it back.
     */
    private String advice() {
        return String.join("; or ", isBegun ? waysOn() : waysBefore());
    }

    private List<String> waysBefore() {
        var ways = Stream.<String>builder();
        ways.add("keep them and delete the LinkerdMultus, which goes at once");
        if (!adopts || isElsewhere()) {
            ways.add(uninstallation());
        }
        if (isElsewhere()) {
            ways.add("have an operator in the release's own namespace take it over: spec.adopt reaches no other");
        } else if (hasController()) {
            ways.add(
                    "have the release give up its controller, which does the same duties (helm upgrade with its values, -f, and"
                            + " --set controller.enabled=false), and the rest taken over with spec.adopt: true");
        } else {
            ways.add("have them taken over with spec.adopt: true");
        }
        return ways.build().toList();
    }

    private List<String> waysOn() {
        if (hasController()) {
            return List.of(
                    "delete that Deployment alone (kubectl delete deployment " + controllerName() + " --namespace "
                            + namespace
                            + "), and Helm's record of a release whose objects were taken over; neither helm uninstall nor helm"
                            + " upgrade, which delete or write what is the operator's now");
        }
        var deletion = "delete these objects alone, which the operator then makes itself";
        return adopts || isElsewhere()
                ? List.of(deletion)
                : List.of(deletion, "have them taken over with spec.adopt: true");
    }

    private String uninstallation() {
        var commands = keepers.values().stream()
                .flatMap(keeper -> keeper.release().stream())
                .map(Keeper.Release::uninstallation)
                .distinct()
                .collect(Collectors.joining(", "));
        return commands.isEmpty() ? "delete them" : "uninstall the release (" + commands + ")";
    }

    private boolean isElsewhere() {
        return keepers.entrySet().stream().anyMatch(entry -> isOutOfReach(entry.getKey(), entry.getValue(), namespace));
    }

    private boolean hasController() {
        return keepers.keySet().stream().anyMatch(ConflictingObjects::isController);
    }

    private String controllerName() {
        return keepers.keySet().stream()
                .filter(ConflictingObjects::isController)
                .map(ObjectKey::name)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isController(ObjectKey key) {
        return key.kind().kind().equals("Deployment") && key.name().endsWith(CONTROLLER);
    }

    /** All other names have the release in them. */
    private static boolean isNamedByLinkerd(ObjectKey key) {
        return key.name().startsWith(Linkerd.PLUGIN);
    }
}
