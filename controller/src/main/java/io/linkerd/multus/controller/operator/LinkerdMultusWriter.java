// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.Precondition;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.Accepted;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.Pods;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.RolledOut;
import io.linkerd.multus.controller.operator.OperatorConditions.Waiting;
import io.linkerd.multus.controller.settings.OperatorSettings;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Writes the {@code LinkerdMultus}: which operator carries it out, the finalizer that keeps it there, and how its operand is, which OLM is told, too. */
final class LinkerdMultusWriter {
    private final ControllerContext context;
    private final String namespace;
    private final String version;
    private final UpgradeNotice upgrades;
    private final Supplier<Optional<NamespaceCounts>> namespaces;
    private final Supplier<DutyFindings> findings;
    private final LastStatus last = new LastStatus();

    /**
     * Prepares.
     *
     * @param namespace of the operator
     * @param settings say the version of the product, and where OLM reads whether the next one may come
     * @param namespaces how many have what they ask for; empty where it is not known yet
     * @param findings of the controller's other duties
     */
    LinkerdMultusWriter(
            ControllerContext context,
            String namespace,
            OperatorSettings settings,
            Supplier<Optional<NamespaceCounts>> namespaces,
            Supplier<DutyFindings> findings) {
        this.context = context;
        this.namespace = namespace;
        this.version = settings.version();
        this.upgrades = new UpgradeNotice(context, namespace, settings.condition());
        this.namespaces = namespaces;
        this.findings = findings;
    }

    /** Goes by the object alone from now on: another operator may have been at it. */
    void forget() {
        last.forget();
    }

    /**
     * Says that this operator carries it out, on the condition that it still is as it was seen: of two operators that see it at once, one
     * does.
     *
     * @return it as it is then
     */
    LinkerdMultusResource claim(LinkerdMultusResource multus) {
        forget();
        return send(multus.told().claimedBy(namespace), Precondition.asSeen(multus));
    }

    private LinkerdMultusResource send(LinkerdMultusStatus status, Precondition precondition) {
        var object = bare();
        object.setStatus(status);
        return context.writes()
                .applyStatus(
                        LinkerdMultusResource.RESOURCE,
                        object,
                        context.instance().fieldManager(),
                        precondition);
    }

    /** Tells OLM that there is none: what held up a next version while the object went holds it up no more. */
    void tellThereIsNone() {
        upgrades.tellFree();
    }

    /** Has it stay until {@link #release}. {@return it as it is then} */
    LinkerdMultusResource hold(LinkerdMultusResource multus) {
        var object = bare();
        object.getMetadata().setFinalizers(List.of(LinkerdMultusResource.FINALIZER));
        return context.writes()
                .apply(
                        LinkerdMultusResource.RESOURCE,
                        object,
                        context.instance().fieldManager(),
                        Precondition.asSeen(multus));
    }

    /** Lets it go, as it was seen: applying without the finalizer would not take it from another manager, as that of a backup. */
    void release(LinkerdMultusResource multus) {
        var finalizers = multus.getMetadata().getFinalizers().stream()
                .filter(finalizer -> !finalizer.equals(LinkerdMultusResource.FINALIZER))
                .toList();
        context.writes().patch(LinkerdMultusResource.RESOURCE, multus, Map.of("finalizers", finalizers), Map.of());
    }

    private static LinkerdMultusResource bare() {
        var bare = new LinkerdMultusResource();
        bare.setMetadata(
                new ObjectMetaBuilder().withName(LinkerdMultusResource.NAME).build());
        return bare;
    }

    /** {@return what of that spec and this version was rolled out before} */
    Achieved achieved(LinkerdMultusResource multus, Accepted spec) {
        return Achieved.of(last.of(multus).lastRolledOut(), new RolledOut(spec.generation(), version));
    }

    /** {@return the last spec that was accepted, beside one that cannot be} */
    Optional<Accepted> accepted(LinkerdMultusResource multus) {
        return last.of(multus).lastAccepted();
    }

    /**
     * {@return what the controller's other duties follow from now on} They are for this operator's operand alone: beside another one's
     * objects in its place, that one's controller does them, with settings of its own, and two would undo each other's work. And they are
     * for an operand that has the same settings: what the API server refuses of a new spec may be what would bring its paths to the nodes.
     * Beside a spec with problems the last accepted one is known from the status alone, and stays in it; {@link AskedSettings} does not
     * follow it beside another one's objects.
     *
     * @param asked what was carried out
     * @param generation of the object's own spec
     */
    static Optional<Accepted> accepted(
            LinkerdMultusStatus before, Optional<Trouble> trouble, Optional<Accepted> asked, long generation) {
        return switch (trouble.map(Trouble::reason).orElse("")) {
            case Trouble.NOT_OURS ->
                asked.filter(carried -> carried.generation() != generation).flatMap(_ -> before.lastAccepted());
            // Beside Linkerd's CNI chart none of these duties is done.
            case Trouble.SPEC_INVALID, Trouble.NOT_APPLIED, Trouble.CNI_CHART_THERE -> before.lastAccepted();
            default -> asked;
        };
    }

    /**
     * Tells what came of it.
     *
     * @param spec what was carried out; empty where nothing was
     */
    void tell(
            LinkerdMultusResource multus,
            Optional<Accepted> spec,
            Optional<Trouble> trouble,
            OperandRollout.Outcome outcome) {
        var before = last.of(multus);
        tell(
                multus,
                conditions(multus, trouble, outcome.waitsFor(), outcome),
                rolledOut(before, spec.filter(_ -> outcome.done()), version),
                accepted(before, trouble, spec, multus.getMetadata().getGeneration()),
                outcome.trust());
    }

    /** {@return what was last rolled out in full} That is the spec that is {@code done} now, where there is one. */
    static Optional<RolledOut> rolledOut(LinkerdMultusStatus before, Optional<Accepted> done, String version) {
        return done.map(spec -> new RolledOut(spec.generation(), version)).or(before::lastRolledOut);
    }

    /** Tells what has to go before the object does. */
    void tellRemoval(LinkerdMultusResource multus, String left, OperandRollout.Outcome outcome) {
        var before = last.of(multus);
        tell(
                multus,
                conditions(multus, Optional.empty(), Optional.of(Waiting.removing(left)), outcome),
                before.lastRolledOut(),
                before.lastAccepted(),
                outcome.trust());
    }

    private OperatorConditions conditions(
            LinkerdMultusResource multus,
            Optional<Trouble> trouble,
            Optional<Waiting> waitsFor,
            OperandRollout.Outcome outcome) {
        return new OperatorConditions(
                multus.getMetadata().getGeneration(),
                trouble,
                waitsFor,
                outcome.installer(),
                outcome.webhook(),
                namespaces.get().or(() -> Optional.ofNullable(last.of(multus).namespaces())),
                findings.get());
    }

    private void tell(
            LinkerdMultusResource multus,
            OperatorConditions conditions,
            Optional<RolledOut> rolledOut,
            Optional<Accepted> accepted,
            Optional<Trust> trust) {
        var status = new LinkerdMultusStatus(
                namespace,
                conditions.generation(),
                version,
                conditions.reason(),
                rolledOut.orElse(null),
                accepted.orElse(null),
                Pods.of(conditions.installer()),
                Pods.of(conditions.webhook()),
                conditions.namespaces().orElse(null),
                trust.orElse(null),
                conditions.all(last.of(multus).conditions(), Instant.now().truncatedTo(ChronoUnit.SECONDS)),
                multus.told().more());
        if (!status.equals(multus.told())) {
            send(status, last.precondition(multus));
            last.told(multus, status);
        }
        upgrades.tell(conditions.upgradeable());
    }
}
