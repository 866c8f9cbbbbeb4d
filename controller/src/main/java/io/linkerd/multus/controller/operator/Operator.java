// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.openshift.api.model.SecurityContextConstraints;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.operand.Rendering;
import io.linkerd.multus.controller.operand.SpecProblems;
import io.linkerd.multus.controller.operator.OperandStatus.Trouble;
import io.linkerd.multus.controller.settings.OperatorSettings;
import io.linkerd.multus.service.api.ApiFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Makes what the {@code LinkerdMultus} asks for, and keeps it so. */
public final class Operator implements Duty {
    private static final String KIND = "linkerd-multus";

    /** While the lists of the operand's objects are on their way. */
    private static final Duration SOON = Duration.ofMillis(250);

    private final ControllerContext context;
    private final OperatorSettings settings;
    private final String namespace;
    private final LinkerdMultuses multuses;
    private final LinkerdMultusWrites writes;
    private final StatusNotice status;
    private final ReconcileLoop<String> loop;
    /** What is known of the operand, once the cluster has told what it is. */
    private final AtomicReference<Optional<Operands>> operands = new AtomicReference<>(Optional.empty());

    /** Prepares; {@code namespace} is the operator's own, and its operand's. */
    public Operator(ControllerContext context, OperatorSettings settings, String namespace) {
        this.context = context;
        this.settings = settings;
        this.namespace = namespace;
        this.multuses = new LinkerdMultuses(context.client(), this::lookAgain);
        this.writes = new LinkerdMultusWrites(context);
        this.status = new StatusNotice(
                writes, new UpgradeNotice(context, namespace, settings.condition()), settings.version());
        this.loop = context.loop(KIND, 1, _ -> reconcile(), multuses::keys);
    }

    @Override
    public void watch() {
        multuses.start();
    }

    @Override
    public List<String> whyNotReady() {
        return operands.get().map(Operands::whyNotReady).orElseGet(multuses::whyNotReady);
    }

    @Override
    public boolean isComplete() {
        return multuses.isComplete();
    }

    @Override
    public void begin() {
        loop.start();
    }

    @Override
    public void end() {
        loop.stop();
    }

    @Override
    public void lookAtAll() {
        loop.addAll();
    }

    /** Its own namespace owns the webhook's configurations. */
    @Override
    public void namespaceChanged(String name) {
        if (name.equals(namespace)) {
            lookAgain();
        }
    }

    @Override
    public void close() {
        end();
        operands.getAndSet(Optional.empty()).ifPresent(Operands::close);
        multuses.close();
    }

    private void lookAgain() {
        loop.add(LinkerdMultuses.NAME);
    }

    private ReconcileResult reconcile() {
        var multus = multuses.current();
        if (multus.isEmpty()) {
            return new ReconcileResult.Settled();
        }
        var operand = operands();
        return operand.isComplete() ? reconcile(multus.get(), operand) : new ReconcileResult.Requeue(SOON);
    }

    private ReconcileResult reconcile(GenericKubernetesResource multus, Operands operand) {
        if (LinkerdMultuses.isLeaving(multus)) {
            return leave(multus, operand);
        }
        if (!LinkerdMultuses.isHeld(multus)) {
            writes.hold();
        }
        var spec = LinkerdMultuses.spec(multus);
        var problems = SpecProblems.of(spec, namespace, operand.platform());
        if (!problems.isEmpty()) {
            var trouble = new Trouble("SpecInvalid", "nothing was changed: " + String.join("; ", problems));
            status.tell(multus, Optional.of(trouble), operand.outcome());
            return new ReconcileResult.Settled();
        }
        try {
            var outcome = operand.bring(spec, multus.getMetadata(), status.isRolledOut(multus));
            status.tell(multus, outcome.trouble().or(this::misplaced), outcome);
            return new ReconcileResult.Settled();
        } catch (ApiException e) {
            refusal(e).ifPresent(trouble -> status.tell(multus, Optional.of(trouble), operand.outcome()));
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

    /** What somebody has to do something about; the rest passes. */
    private static Optional<Trouble> refusal(ApiException e) {
        return switch (e.failure()) {
            case ApiFailure.Forbidden _, ApiFailure.Refused _, ApiFailure.NotFound _ ->
                Optional.of(new Trouble("NotApplied", e.getMessage() + "; it is tried again"));
            case ApiFailure.Conflict _,
                    ApiFailure.NamespaceTerminating _,
                    ApiFailure.Unauthorized _,
                    ApiFailure.Unreachable _ -> Optional.empty();
        };
    }

    /** In order: nobody is asked any more, then the nodes are cleaned, and the rest goes with the object. */
    private ReconcileResult leave(GenericKubernetesResource multus, Operands operand) {
        if (!LinkerdMultuses.isHeld(multus)) {
            return new ReconcileResult.Settled();
        }
        if (LinkerdMultuses.isOrphaning(multus)) {
            // The garbage collector is at it, and the object changes when it is done.
            return new ReconcileResult.Settled();
        }
        var left = operand.takeAway(multus.getMetadata().getUid());
        if (left.isEmpty()) {
            writes.release();
            return new ReconcileResult.Settled();
        }
        status.tellRemoval(multus, left.get(), operand.outcome());
        return new ReconcileResult.Requeue(SOON);
    }

    private Operands operands() {
        if (operands.get().isEmpty()) {
            var platform = ApiException.call(
                            "get API discovery", () -> context.client().supports(SecurityContextConstraints.class))
                    ? Rendering.Platform.OPENSHIFT
                    : Rendering.Platform.KUBERNETES;
            var made = new Operands(context, settings, namespace, platform, this::lookAgain);
            operands.set(Optional.of(made));
            made.start();
        }
        return operands.get().orElseThrow();
    }
}
