// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.operand.BundleImages;
import io.linkerd.multus.controller.operand.OperandSpec;
import io.linkerd.multus.controller.operand.Rendering;
import io.linkerd.multus.controller.operator.OperandStatus.Trouble;
import io.linkerd.multus.controller.settings.OperatorSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings the operand to what a spec asks for, a step at a time, and takes it away. */
final class Operands implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Operands.class);

    /** What came of it; done is what is as it was asked for. */
    record Outcome(
            boolean done,
            Optional<Trouble> trouble,
            Optional<Stage> waitsFor,
            Rollout installer,
            Rollout webhook,
            Optional<Trust> trust) {}

    private final Rendering.Platform platform;
    private final DesiredObjects desired;
    private final OperandObjects objects;
    private final Removal removal;

    Operands(
            ControllerContext context,
            OperatorSettings settings,
            String namespace,
            Rendering.Platform platform,
            Runnable onChange) {
        this.platform = platform;
        this.desired = new DesiredObjects(
                new Rendering(platform),
                namespace,
                new BundleImages(settings.installer(), settings.webhook(), settings.plugin()),
                () -> context.namespaces().get(namespace));
        this.objects = new OperandObjects(context, namespace, desired.everyKey(), onChange);
        this.removal = new Removal(context, namespace, objects);
    }

    void start() {
        objects.start();
    }

    boolean isComplete() {
        return objects.isComplete();
    }

    List<String> whyNotReady() {
        return objects.whyNotReady();
    }

    Rendering.Platform platform() {
        return platform;
    }

    /**
     * Does what is to be done next.
     *
     * @param owner the {@code LinkerdMultus}
     * @param achieved what was rolled out before; where it is all of this, one object that is refused holds up no other
     */
    Outcome bring(OperandSpec spec, ObjectMeta owner, Achieved achieved) {
        var asked = desired.objects(spec, owner);
        var round = new ApplyRound(objects, spec.adopts(), achieved);
        while (true) {
            var plan = plan(asked, round.seen(), achieved);
            var due = asked.stream()
                    .filter(object -> plan.writes(ObjectKey.of(object)))
                    .filter(round::isOpen)
                    .toList();
            if (due.isEmpty()) {
                round.tellRefusals();
                plan.remove()
                        .forEach(key -> Optional.ofNullable(round.seen().get(key))
                                .ifPresent(extra -> objects.remove(key, extra)));
                return outcome(plan.waitsFor().isEmpty(), round.trouble(), plan.waitsFor());
            }
            due.forEach(round::apply);
        }
    }

    private OperatorPlan plan(
            List<GenericKubernetesResource> asked, Map<ObjectKey, GenericKubernetesResource> seen, Achieved achieved) {
        var parts = asked.stream().map(object -> part(object, seen)).toList();
        var plan = OperatorPlan.of(parts, extra(asked, seen), achieved);
        log.atDebug()
                .addKeyValue("actions", plan.actions())
                .addKeyValue("remove", plan.remove())
                .addKeyValue("waitsFor", plan.waitsFor())
                .addKeyValue("achieved", achieved)
                .log("looked at the operand");
        return plan;
    }

    /** {@return how it is, without doing anything} */
    Outcome outcome() {
        return outcome(false, Optional.empty(), underWay());
    }

    /** Whose pods are not all new yet, or do not all work. */
    private Optional<Stage> underWay() {
        var seen = objects.seen();
        return Stream.of(Stage.INSTALLER, Stage.WEBHOOK)
                .filter(stage -> of(seen, stage).map(Rollout::of).anyMatch(Rollout::isUnderWay))
                .findFirst();
    }

    private Outcome outcome(boolean done, Optional<Trouble> trouble, Optional<Stage> waitsFor) {
        var seen = objects.seen();
        return new Outcome(
                done,
                trouble,
                waitsFor,
                rollout(seen, Stage.INSTALLER),
                rollout(seen, Stage.WEBHOOK),
                Trust.of(of(seen, Stage.ADMISSION).filter(objects::isLabelled).toList()));
    }

    private static Rollout rollout(Map<ObjectKey, GenericKubernetesResource> seen, Stage stage) {
        return of(seen, stage).map(Rollout::of).findFirst().orElse(Rollout.UNKNOWN);
    }

    private static Stream<GenericKubernetesResource> of(Map<ObjectKey, GenericKubernetesResource> seen, Stage stage) {
        return seen.entrySet().stream()
                .filter(entry -> Stage.of(entry.getKey().kind()) == stage)
                .map(Map.Entry::getValue);
    }

    private OperatorPlan.Part part(GenericKubernetesResource asked, Map<ObjectKey, GenericKubernetesResource> seen) {
        var key = ObjectKey.of(asked);
        var there = Optional.ofNullable(seen.get(key));
        return OperatorPlan.Part.of(key, there, objects.isRight(asked, there));
    }

    private List<ObjectKey> extra(
            List<GenericKubernetesResource> asked, Map<ObjectKey, GenericKubernetesResource> seen) {
        var wanted = asked.stream().map(ObjectKey::of).toList();
        return seen.entrySet().stream()
                .filter(entry -> objects.isLabelled(entry.getValue()))
                .map(Map.Entry::getKey)
                .filter(key -> !wanted.contains(key))
                .toList();
    }

    /**
     * Takes away what has to go before the rest.
     *
     * @param owner uid of the {@code LinkerdMultus}
     * @return what is still there of that, in words; empty where nothing is
     */
    Optional<String> takeAway(String owner) {
        return removal.next(owner);
    }

    @Override
    public void close() {
        objects.close();
    }
}
