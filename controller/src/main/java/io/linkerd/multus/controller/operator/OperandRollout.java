// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.watch.Watched;
import io.linkerd.multus.controller.operand.BundleImages;
import io.linkerd.multus.controller.operand.OperandSpec;
import io.linkerd.multus.controller.operand.Rendering;
import io.linkerd.multus.controller.operator.OperatorConditions.Waiting;
import io.linkerd.multus.controller.settings.OperatorSettings;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rolls an operand out as a spec asks, a step at a time, and takes it away. */
final class OperandRollout implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(OperandRollout.class);

    /**
     * What came of it; done is what is as it was asked for.
     *
     * @param waitsFor what is not done yet
     * @param again when to look again, where nothing tells of the next change
     */
    record Outcome(
            boolean done,
            Optional<Trouble> trouble,
            Optional<Waiting> waitsFor,
            Rollout installer,
            Rollout webhook,
            Optional<Trust> trust,
            Optional<Duration> again) {}

    private final Rendering.Platform platform;
    private final String namespace;
    private final DesiredObjects desired;
    private final OperandObjects objects;
    private final InstallerNodes nodes;
    private final ConflictDetector conflicts;
    private final List<Watched<?>> watches;
    private final Takeover takeover;
    private final Removal removal;

    OperandRollout(
            ControllerContext context,
            OperatorSettings settings,
            String namespace,
            Rendering.Platform platform,
            Runnable onChange) {
        this.platform = platform;
        this.namespace = namespace;
        this.desired = new DesiredObjects(
                new Rendering(platform),
                namespace,
                new BundleImages(settings.installer(), settings.webhook(), settings.plugin()),
                () -> context.namespaces().get(namespace));
        this.objects = new OperandObjects(context, namespace, desired.everyKey(), onChange);
        this.nodes = new InstallerNodes(context, namespace, onChange);
        this.takeover = new Takeover(context, namespace, objects, desired.usual(), desired.everyKey());
        this.conflicts = new ConflictDetector(context, namespace, desired, objects, takeover, onChange);
        this.watches = Stream.<Watched<?>>concat(
                        objects.watches().stream(), Stream.of(nodes.watched(), conflicts.watched()))
                .toList();
        this.removal = new Removal(context, namespace, objects, desired.everyKey());
    }

    void start() {
        watches.forEach(Watched::start);
    }

    boolean isComplete() {
        return watches.stream().allMatch(Watched::isComplete);
    }

    List<String> whyNotReady() {
        return watches.stream().map(Watched::whyNotReady).flatMap(List::stream).toList();
    }

    Rendering.Platform platform() {
        return platform;
    }

    /** {@return what others made in its places} */
    ConflictDetector conflicts() {
        return conflicts;
    }

    /**
     * Does what is to be done next.
     *
     * @param owner the {@code LinkerdMultus}
     * @param achieved what was rolled out before
     */
    Outcome rollOut(OperandSpec spec, ObjectMeta owner, Achieved achieved) {
        var known = nodes.look();
        var asked = desired.objects(spec, owner);
        asked.forEach(seen(known)::makeRoom);
        var pass = new ApplyPass(objects, takeover, spec.adoption(), namespace, asked);
        while (true) {
            var plan = plan(asked, pass.seen(), achieved, known.away());
            var due = asked.stream()
                    .filter(object -> plan.writes(ObjectKey.of(object)))
                    .filter(pass::isOpen)
                    .sorted(Comparator.comparing(object -> Stage.of(OperandKind.of(object))))
                    .toList();
            if (due.isEmpty()) {
                pass.remove(plan.remove());
                pass.tellRefusals();
                asked.stream()
                        .map(ObjectKey::of)
                        .filter(key -> !pass.isKept(key))
                        .forEach(pass::requirePeace);
                return outcome(plan, pass, known);
            }
            objects.requireOwner(owner);
            due.forEach(pass::apply);
        }
    }

    private OperatorPlan plan(
            List<GenericKubernetesResource> asked,
            Map<ObjectKey, GenericKubernetesResource> seen,
            Achieved achieved,
            AwayNodes away) {
        var there = new SeenOperand(objects, seen, away);
        var parts = asked.stream().map(there::part).toList();
        boolean ends = desired.own().get().filter(NamespaceFacts::terminating).isPresent();
        var plan = OperatorPlan.of(parts, there.besides(asked), achieved, ends);
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
        var known = nodes.look();
        return outcome(false, Optional.empty(), seen(known).underWay(), known, known.again());
    }

    /** What a step waits for comes and goes with each repair of a fight, so that is told by the pods alone. */
    private Outcome outcome(OperatorPlan plan, ApplyPass pass, InstallerNodes.Known known) {
        var left = pass.left();
        return outcome(
                plan.waitsFor().isEmpty() && left.isEmpty(),
                pass.trouble(),
                left.isPresent()
                        ? seen(known).underWay()
                        : plan.waitsFor().map(stage -> Waiting.rollingOut(stage, plan.isHeldUp())),
                known,
                Stream.of(left, known.again()).flatMap(Optional::stream).min(Comparator.naturalOrder()));
    }

    private SeenOperand seen(InstallerNodes.Known known) {
        return new SeenOperand(objects, objects.seen(), known.away());
    }

    private Outcome outcome(
            boolean done,
            Optional<Trouble> trouble,
            Optional<Waiting> waitsFor,
            InstallerNodes.Known known,
            Optional<Duration> again) {
        var seen = seen(known);
        return new Outcome(
                done,
                Trouble.of(Stream.of(trouble, seen.otherAuthority()).flatMap(Optional::stream)),
                waitsFor,
                seen.rollout(Stage.INSTALLER),
                seen.rollout(Stage.WEBHOOK),
                seen.trust(),
                again);
    }

    /** {@return how objects come from another client, and go back} */
    Takeover takeover() {
        return takeover;
    }

    /**
     * Takes away what has to go before the rest of what the {@code LinkerdMultus} with the uid {@code owner} has.
     *
     * @return what is still there of that, in words; empty where nothing is
     */
    Optional<String> takeAway(String owner) {
        return removal.next(owner);
    }

    @Override
    public void close() {
        watches.forEach(Watched::close);
    }
}
