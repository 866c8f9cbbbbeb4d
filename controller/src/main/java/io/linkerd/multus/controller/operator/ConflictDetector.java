// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.watch.Watched;
import io.linkerd.multus.controller.operand.Adoption;
import io.linkerd.multus.controller.operand.OperandSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds objects of other clients in the operand's places before anything is written: half an operand beside a Helm release helps nobody,
 * and its NetworkPolicies would be about that release's pods.
 */
final class ConflictDetector {
    private final String namespace;
    private final DesiredObjects desired;
    private final OperandObjects objects;
    private final Takeover takeover;
    private final ObjectKey controller;
    private final Watched<GenericKubernetesResource> watched;

    /**
     * Prepares to watch the Deployment of a Helm release's own controller in the operator's namespace. It is no part of an operand, and in its
     * way at any time: it has a Lease of its own, and beside it both would attach, bind and repair, each by its own settings.
     *
     * @param onChange called after that Deployment may have come or gone
     */
    ConflictDetector(
            ControllerContext context,
            String namespace,
            DesiredObjects desired,
            OperandObjects objects,
            Takeover takeover,
            Runnable onChange) {
        this.namespace = namespace;
        this.desired = desired;
        this.objects = objects;
        this.takeover = takeover;
        this.controller =
                ConflictingObjects.controller(namespace, context.instance().name());
        this.watched = new Watched<>(
                "deployments named " + controller.name(),
                controller
                        .kind()
                        .resource()
                        .at(context.client(), namespace, controller.name())
                        .runnableInformer(0),
                _ -> {},
                _ -> onChange.run());
    }

    /** {@return what is watched for it} */
    Watched<?> watched() {
        return watched;
    }

    /** {@return whether this operator's installer, webhook or configurations are there} They have to go in order. */
    boolean isBegun() {
        return objects.seen().entrySet().stream()
                .anyMatch(entry -> Stage.of(entry.getKey().kind()) != Stage.FOUNDATION
                        && objects.mark().isLabelled(entry.getValue()));
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
        // What was seen is without its fields' managers.
        watched.get(namespace, controller.name())
                .flatMap(_ -> objects.read(controller))
                .ifPresent(there -> keepers.put(controller, Keeper.of(there)));
        if (!isBegun) {
            keepers.putAll(keepers(spec, owner));
        }
        var conflict = new ConflictingObjects(keepers, namespace, isBegun, spec.adoption() != Adoption.NONE).trouble();
        return conflict.isPresent() || isBegun || spec.adoption() != Adoption.REFUSING
                ? conflict
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
                        .filter(keeper -> spec.adoption() == Adoption.NONE
                                || ConflictingObjects.isOutOfReach(key, keeper, namespace))
                        .ifPresent(keeper -> keepers.put(key, keeper)));
        return keepers;
    }
}
