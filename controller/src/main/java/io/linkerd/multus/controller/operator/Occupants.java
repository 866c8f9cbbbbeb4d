// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.linkerd.multus.controller.operand.Adoption;
import io.linkerd.multus.controller.operand.OperandSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks whether the places of an operand are free before anything is written: half an operand beside a Helm release helps nobody, and its
 * NetworkPolicies would be about that release's pods.
 */
record Occupants(
        String namespace,
        DesiredObjects desired,
        OperandObjects objects,
        ReleaseController controller,
        Takeover takeover) {
    /** {@return whether this operator's installer, webhook or configurations are there} They have to go in order. */
    boolean isBegun() {
        return objects.seen().entrySet().stream()
                .anyMatch(entry ->
                        Stage.of(entry.getKey().kind()) != Stage.FOUNDATION && objects.isLabelled(entry.getValue()));
    }

    /**
     * {@return what is in the way of that spec, and what to do about it}
     *
     * <p>What others made in the places of single objects matters until the operand is begun; later it is told by what comes of writing
     * them. With adoption that is what is of a release of another namespace. The Deployment of a Helm release's own controller matters at any
     * time.
     *
     * @param owner the {@code LinkerdMultus}
     */
    Optional<Trouble> trouble(OperandSpec spec, ObjectMeta owner) {
        var isBegun = isBegun();
        var keepers = new LinkedHashMap<ObjectKey, Keeper>();
        controller.keeper().ifPresent(keeper -> keepers.put(controller.key(), keeper));
        if (!isBegun) {
            keepers.putAll(keepers(spec, owner));
        }
        var occupied = new Occupied(keepers, namespace, isBegun, spec.adoption() != Adoption.NONE).trouble();
        return occupied.isPresent() || isBegun || spec.adoption() != Adoption.REFUSING
                ? occupied
                : Unsaid.trouble(unsaid(spec, owner), false);
    }

    private Map<ObjectKey, List<String>> unsaid(OperandSpec spec, ObjectMeta owner) {
        var unsaid = new LinkedHashMap<ObjectKey, List<String>>();
        desired.objects(spec, owner).forEach(asked -> unsaid.put(ObjectKey.of(asked), takeover.unsaid(asked)));
        unsaid.values().removeIf(List::isEmpty);
        return unsaid;
    }

    private Map<ObjectKey, Keeper> keepers(OperandSpec spec, ObjectMeta owner) {
        var seen = objects.seen();
        var keepers = new LinkedHashMap<ObjectKey, Keeper>();
        desired.objects(spec, owner).stream()
                .map(ObjectKey::of)
                .forEach(key -> objects.keeper(key, Optional.ofNullable(seen.get(key)))
                        .filter(keeper ->
                                spec.adoption() == Adoption.NONE || Occupied.isOutOfReach(key, keeper, namespace))
                        .ifPresent(keeper -> keepers.put(key, keeper)));
        return keepers;
    }
}
