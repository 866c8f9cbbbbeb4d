// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.Contested;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.operand.Rendering;
import io.linkerd.multus.controller.operand.SpecProblems;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.Accepted;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What becomes of a {@code LinkerdMultus} that is this operator's: its operand is made and kept, or taken away. */
record Fulfilment(ControllerContext context, String namespace, LinkerdMultusWriter writer) {
    /** Between looks at what nobody tells of: lists that are on their way, pods that are on their way out. */
    static final Duration SOON = Duration.ofMillis(250);

    /** Between looks at objects that others made: those in the operator's namespace are not watched. */
    static final Duration WHILE_OCCUPIED = Duration.ofSeconds(15);

    /** Does what is to be done next about it, and tells how it is. */
    ReconcileResult of(LinkerdMultusResource multus, Operands operand) {
        if (LinkerdMultuses.isLeaving(multus)) {
            return leave(multus, operand);
        }
        return ofAsked(multus, operand);
    }

    private ReconcileResult ofAsked(LinkerdMultusResource multus, Operands operand) {
        var problems = problems(multus, operand.platform());
        if (problems.isEmpty()) {
            var asked = new Accepted(multus.getMetadata().getGeneration(), multus.asked());
            return carryOut(multus, asked, Optional.empty(), operand);
        }
        var trouble =
                Optional.of(new Trouble(Trouble.SPEC_INVALID, "nothing was changed: " + String.join("; ", problems)));
        var before = writer.accepted(multus)
                .filter(accepted -> accepted.spec().saysAll())
                .filter(accepted -> SpecProblems.of(accepted.spec(), namespace, operand.platform())
                        .isEmpty());
        if (before.isPresent()) {
            return carryOut(multus, before.get(), trouble, operand);
        }
        var kept = operand.conflicts().isBegun() ? held(multus) : multus;
        return told(kept, Optional.empty(), trouble, operand.outcome());
    }

    /**
     * Has the operand be as that spec asks, which is the one before where there are problems with that of the object: what the cluster has
     * is kept as it is.
     */
    private ReconcileResult carryOut(
            LinkerdMultusResource multus, Accepted spec, Optional<Trouble> problems, Operands operand) {
        var occupied = operand.conflicts().trouble(spec.spec(), multus.getMetadata());
        if (occupied.isPresent() && !operand.conflicts().isBegun()) {
            return leaveAlone(multus, spec, Trouble.of(Stream.concat(occupied.stream(), problems.stream())), operand);
        }
        var outcome = bring(held(multus), spec, occupied, problems, operand);
        var trouble = Trouble.of(
                Stream.of(occupied, outcome.trouble(), problems, misplaced()).flatMap(Optional::stream));
        var told = told(multus, Optional.of(spec), trouble, outcome);
        return occupied.isPresent() || outcome.trouble().isPresent() ? soonEnough(told) : told;
    }

    /** What others made may go without a word. */
    private static ReconcileResult soonEnough(ReconcileResult result) {
        return result instanceof ReconcileResult.Requeue(var after) && after.compareTo(WHILE_OCCUPIED) < 0
                ? result
                : new ReconcileResult.Requeue(WHILE_OCCUPIED);
    }

    private LinkerdMultusResource held(LinkerdMultusResource multus) {
        return LinkerdMultuses.isHeld(multus) ? multus : writer.hold(multus);
    }

    /** Beside what others made nothing is written, so nothing has to go in order: the object can be deleted at once. */
    private ReconcileResult leaveAlone(
            LinkerdMultusResource multus, Accepted spec, Optional<Trouble> trouble, Operands operand) {
        if (LinkerdMultuses.isHeld(multus)) {
            operand.takeover().giveBack(multus.getMetadata().getUid());
            writer.release(multus);
            // The object has changed, and is looked at again.
            return new ReconcileResult.Settled();
        }
        writer.tell(multus, Optional.of(spec), trouble, operand.outcome());
        return new ReconcileResult.Requeue(WHILE_OCCUPIED);
    }

    /** What is in the way is told whatever comes of the rest: the controller's other duties end beside another one that does them. */
    private Operands.Outcome bring(
            LinkerdMultusResource multus,
            Accepted spec,
            Optional<Trouble> occupied,
            Optional<Trouble> problems,
            Operands operand) {
        try {
            return operand.bring(spec.spec(), multus.getMetadata(), writer.achieved(multus, spec));
        } catch (ApiException e) {
            var refused = Trouble.of(e);
            if (refused.isPresent() || occupied.isPresent()) {
                var trouble = Trouble.of(Stream.of(occupied, problems, refused).flatMap(Optional::stream));
                writer.tell(multus, Optional.of(spec), trouble, operand.outcome());
            }
            throw e;
        }
    }

    private ReconcileResult told(
            LinkerdMultusResource multus,
            Optional<Accepted> spec,
            Optional<Trouble> trouble,
            Operands.Outcome outcome) {
        writer.tell(multus, spec, trouble, outcome);
        return outcome.again()
                .<ReconcileResult>map(ReconcileResult.Requeue::new)
                .orElseGet(ReconcileResult.Settled::new);
    }

    /** A schema that is newer than this operator lets through what it does not know. */
    private List<String> problems(LinkerdMultusResource multus, Rendering.Platform platform) {
        try {
            return SpecProblems.of(multus.asked(), namespace, platform);
        } catch (IllegalArgumentException e) {
            return List.of("this operator cannot read the spec: " + e.getMessage());
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

    /** In order: nobody is asked any more, then the nodes are cleaned, and the rest goes with the object. */
    private ReconcileResult leave(LinkerdMultusResource multus, Operands operand) {
        if (!LinkerdMultuses.isHeld(multus)) {
            return new ReconcileResult.Settled();
        }
        if (LinkerdMultuses.isOrphaning(multus)) {
            // The garbage collector is at it, and the object changes when it is done.
            return new ReconcileResult.Settled();
        }
        try {
            var left = operand.takeAway(multus.getMetadata().getUid());
            if (left.isEmpty()) {
                operand.takeover().giveBack(multus.getMetadata().getUid());
                writer.release(multus);
                return new ReconcileResult.Settled();
            }
            writer.tellRemoval(multus, left.get(), operand.outcome());
            return new ReconcileResult.Requeue(SOON);
        } catch (ApiException e) {
            if (e.isRefusal()) {
                writer.tellRemoval(
                        multus,
                        "what the API server refuses: cannot " + e.permission() + ": " + e.words(),
                        operand.outcome());
            }
            throw e;
        } catch (Contested e) {
            writer.tellRemoval(multus, "the end of a fight: " + e.inWords(), operand.outcome());
            throw e;
        }
    }
}
