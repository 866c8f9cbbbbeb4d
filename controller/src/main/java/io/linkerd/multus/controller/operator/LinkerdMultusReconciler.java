// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.openshift.api.model.SecurityContextConstraints;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.Contested;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.operand.Rendering;
import io.linkerd.multus.controller.operand.SpecProblems;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.Accepted;
import io.linkerd.multus.controller.settings.OperatorSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Claims the {@code LinkerdMultus} for this operator, and then makes its operand and keeps it, or takes it away. */
final class LinkerdMultusReconciler implements AutoCloseable {
    /** Between looks at what no watch tells of: lists that are on their way, pods that are on their way out. */
    static final Duration SOON = Duration.ofMillis(250);

    /** Between looks at objects that others made: those in the operator's namespace are not watched. */
    static final Duration WHILE_OCCUPIED = Duration.ofSeconds(15);

    private final ControllerContext context;
    private final OperatorSettings settings;
    private final String namespace;
    private final LinkerdMultusWriter writer;
    private final OtherOperator other;
    private final Runnable onChange;
    /** Empty until the first pass for a {@code LinkerdMultus} of this operator, in which the cluster has said what platform it is. */
    private final AtomicReference<Optional<OperandRollout>> operand = new AtomicReference<>(Optional.empty());

    /**
     * Prepares.
     *
     * @param namespace of the operator, and of its operand
     * @param onChange called after an object of the operand, or one in its way, may have changed
     */
    LinkerdMultusReconciler(
            ControllerContext context,
            OperatorSettings settings,
            String namespace,
            LinkerdMultusWriter writer,
            Runnable onChange) {
        this.context = context;
        this.settings = settings;
        this.namespace = namespace;
        this.writer = writer;
        this.other = new OtherOperator(context, namespace);
        this.onChange = onChange;
    }

    /** {@return what is not known yet of the operand} */
    List<String> whyNotReady() {
        return operand.get().map(OperandRollout::whyNotReady).orElse(List.of());
    }

    /** Does what is to be done next about the {@code LinkerdMultus}, and tells how it is. */
    ReconcileResult reconcile(Optional<LinkerdMultusResource> current) {
        if (current.isEmpty()) {
            other.isGone();
            writer.tellThereIsNone();
            return new ReconcileResult.Settled();
        }
        var keeper = current.get().told().keeper();
        var another = OtherOperator.of(
                keeper, namespace, name -> context.namespaces().get(name).isPresent());
        if (another.isPresent()) {
            other.carriesOut(another.get());
            return new ReconcileResult.Settled();
        }
        var multus = keeper.filter(namespace::equals).isPresent() ? current.get() : writer.claim(current.get());
        other.isGone();
        var known = operand();
        if (!known.isComplete()) {
            return new ReconcileResult.Requeue(SOON);
        }
        return multus.isMarkedForDeletion() ? takeAway(multus, known) : carryOut(multus, known);
    }

    private OperandRollout operand() {
        if (operand.get().isEmpty()) {
            var platform = ApiException.call(
                            "get API discovery", () -> context.client().supports(SecurityContextConstraints.class))
                    ? Rendering.Platform.OPENSHIFT
                    : Rendering.Platform.KUBERNETES;
            var made = new OperandRollout(context, settings, namespace, platform, onChange);
            operand.set(Optional.of(made));
            made.start();
        }
        return operand.get().orElseThrow();
    }

    /** A spec with problems changes nothing: the operand is kept as the last spec before that had none asks, where there is one. */
    private ReconcileResult carryOut(LinkerdMultusResource multus, OperandRollout known) {
        var problems = problems(multus, known.platform());
        if (problems.isEmpty()) {
            var asked = new Accepted(multus.getMetadata().getGeneration(), multus.asked());
            return carryOut(multus, asked, Optional.empty(), known);
        }
        var trouble =
                Optional.of(new Trouble(Trouble.SPEC_INVALID, "nothing was changed: " + String.join("; ", problems)));
        var before = writer.accepted(multus)
                .filter(accepted -> accepted.spec().saysAll())
                .filter(accepted -> SpecProblems.of(accepted.spec(), namespace, known.platform())
                        .isEmpty());
        if (before.isPresent()) {
            return carryOut(multus, before.get(), trouble, known);
        }
        var held = known.conflicts().isBegun() ? held(multus) : multus;
        return tell(held, Optional.empty(), trouble, known.outcome());
    }

    /** A schema that is newer than this operator lets through what it does not know. */
    private List<String> problems(LinkerdMultusResource multus, Rendering.Platform platform) {
        try {
            return SpecProblems.of(multus.asked(), namespace, platform);
        } catch (IllegalArgumentException e) {
            return List.of("this operator cannot read the spec: " + e.getMessage());
        }
    }

    /** @param problems with the object's own spec; that one was accepted before it where there are any */
    private ReconcileResult carryOut(
            LinkerdMultusResource multus, Accepted spec, Optional<Trouble> problems, OperandRollout known) {
        var conflict = known.conflicts().trouble(spec.spec(), multus.getMetadata());
        if (conflict.isPresent() && !known.conflicts().isBegun()) {
            return leaveAlone(multus, spec, Trouble.of(Stream.concat(conflict.stream(), problems.stream())), known);
        }
        var held = held(multus);
        var outcome = rollOut(held, spec, conflict, problems, known);
        var trouble = Trouble.of(
                Stream.of(conflict, outcome.trouble(), problems, misplaced()).flatMap(Optional::stream));
        var result = tell(held, Optional.of(spec), trouble, outcome);
        return conflict.isPresent() || outcome.trouble().isPresent() ? atTheLatestWhileOccupied(result) : result;
    }

    /** What others made may go, and no watch tells of it. */
    private static ReconcileResult atTheLatestWhileOccupied(ReconcileResult result) {
        return result instanceof ReconcileResult.Requeue(var after) && after.compareTo(WHILE_OCCUPIED) < 0
                ? result
                : new ReconcileResult.Requeue(WHILE_OCCUPIED);
    }

    private LinkerdMultusResource held(LinkerdMultusResource multus) {
        return multus.hasFinalizer(LinkerdMultusResource.FINALIZER) ? multus : writer.hold(multus);
    }

    /** Beside what others made nothing is written, so nothing has to go in order: the object can be deleted at once. */
    private ReconcileResult leaveAlone(
            LinkerdMultusResource multus, Accepted spec, Optional<Trouble> trouble, OperandRollout known) {
        if (multus.hasFinalizer(LinkerdMultusResource.FINALIZER)) {
            release(multus, known);
            // The object has changed, and is looked at again.
            return new ReconcileResult.Settled();
        }
        writer.tell(multus, Optional.of(spec), trouble, known.outcome());
        return new ReconcileResult.Requeue(WHILE_OCCUPIED);
    }

    /** What is in the way is told whatever comes of the rest: the controller's other duties end beside another one that does them. */
    private OperandRollout.Outcome rollOut(
            LinkerdMultusResource multus,
            Accepted spec,
            Optional<Trouble> conflict,
            Optional<Trouble> problems,
            OperandRollout known) {
        try {
            return known.rollOut(spec.spec(), multus.getMetadata(), writer.achieved(multus, spec));
        } catch (ApiException e) {
            var rejected = Trouble.of(e);
            if (rejected.isPresent() || conflict.isPresent()) {
                var trouble = Trouble.of(Stream.of(conflict, problems, rejected).flatMap(Optional::stream));
                writer.tell(multus, Optional.of(spec), trouble, known.outcome());
            }
            throw e;
        }
    }

    private Optional<Trouble> misplaced() {
        var own = ApiException.call(
                "get namespaces",
                () -> context.client().namespaces().withName(namespace).get());
        return Optional.ofNullable(own)
                .flatMap(there -> Placement.trouble(
                        namespace,
                        Objects.requireNonNullElse(there.getMetadata().getLabels(), Map.of())));
    }

    private ReconcileResult tell(
            LinkerdMultusResource multus,
            Optional<Accepted> spec,
            Optional<Trouble> trouble,
            OperandRollout.Outcome outcome) {
        writer.tell(multus, spec, trouble, outcome);
        return outcome.again()
                .<ReconcileResult>map(ReconcileResult.Requeue::new)
                .orElseGet(ReconcileResult.Settled::new);
    }

    /** In order: nobody is asked any more, then the nodes are cleaned, and the rest goes with the object. */
    private ReconcileResult takeAway(LinkerdMultusResource multus, OperandRollout known) {
        // While it is orphaned the garbage collector is at it, and the object changes when it is done.
        if (!multus.hasFinalizer(LinkerdMultusResource.FINALIZER) || multus.orphaning()) {
            return new ReconcileResult.Settled();
        }
        try {
            var left = known.takeAway(multus.getMetadata().getUid());
            if (left.isEmpty()) {
                release(multus, known);
                return new ReconcileResult.Settled();
            }
            writer.tellRemoval(multus, left.get(), known.outcome());
            return new ReconcileResult.Requeue(SOON);
        } catch (ApiException e) {
            if (e.isRefusal()) {
                writer.tellRemoval(
                        multus,
                        "what the API server refuses: cannot " + e.permission() + ": " + e.words(),
                        known.outcome());
            }
            throw e;
        } catch (Contested e) {
            writer.tellRemoval(multus, "the end of a fight: " + e.inWords(), known.outcome());
            throw e;
        }
    }

    private void release(LinkerdMultusResource multus, OperandRollout known) {
        known.takeover().giveBack(multus.getMetadata().getUid());
        writer.release(multus);
    }

    @Override
    public void close() {
        operand.getAndSet(Optional.empty()).ifPresent(OperandRollout::close);
    }
}
