// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.plans.Change;
import io.linkerd.multus.contracts.plans.ExcludedNamespaces;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.attachments.AttachmentCounts;
import io.linkerd.multus.contracts.plans.attachments.AttachmentNotices;
import io.linkerd.multus.contracts.plans.attachments.AttachmentPlan;
import io.linkerd.multus.contracts.plans.attachments.AttachmentStanding;
import io.linkerd.multus.contracts.plans.attachments.AttachmentSurroundings;
import io.linkerd.multus.contracts.plans.attachments.ContestedAttachment;
import io.linkerd.multus.contracts.plans.attachments.ObservedAttachment;
import io.linkerd.multus.contracts.plans.attachments.PodUse;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.Contested;
import io.linkerd.multus.controller.engine.ownership.KeptObjects;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.engine.reconcile.Reconciler;
import io.linkerd.multus.service.kube.ApiFailure;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Gives one namespace what it asks for. Where one asks no more, pods have to be looked at before its attachment goes: such a namespace
 * is handed to those who leave, so that nobody else waits for the looks.
 */
final class AttachmentReconciler implements Reconciler<String> {
    private final ControllerContext context;
    private final String controlPlaneNamespace;
    private final ExcludedNamespaces excluded;
    private final AttachmentScope scope;
    private final CniSources sources;
    private final KeptObjects<GenericKubernetesResource, String> attachments;
    private final PodLooks pods;
    private final Consumer<String> toLeave;
    private final Standings standings;

    AttachmentReconciler(
            ControllerContext context,
            String controlPlaneNamespace,
            ExcludedNamespaces excluded,
            AttachmentScope scope,
            CniSources sources,
            KeptObjects<GenericKubernetesResource, String> attachments,
            PodLooks pods,
            Standings standings,
            Consumer<String> toLeave) {
        this.context = context;
        this.controlPlaneNamespace = controlPlaneNamespace;
        this.excluded = excluded;
        this.scope = scope;
        this.sources = sources;
        this.attachments = attachments;
        this.pods = pods;
        this.standings = standings;
        this.toLeave = toLeave;
    }

    @Override
    public ReconcileResult reconcile(String namespace) {
        return context.namespaces()
                .get(namespace)
                .map(this::reconcile)
                .orElseGet(() -> end(namespace, AttachmentStanding.OUT, List.of()));
    }

    /**
     * Looks at the pods of a namespace that was handed over; the attachment goes when none needs it.
     *
     * @return how it ended; nothing where the namespace does not leave any more, and is everybody's business again
     */
    Optional<ReconcileResult> leave(String namespace) {
        var use = pods.use(namespace);
        // The look takes its time, in which the namespace may have asked again, or gone.
        var owner = context.owner().get();
        return context.namespaces()
                .get(namespace)
                .map(now -> AttachmentPlan.of(observe(now, owner, use)))
                .filter(plan -> plan.standing() == AttachmentStanding.LEAVING || plan.change() instanceof Change.Remove)
                .map(plan -> carryOut(plan, namespace, owner));
    }

    /** {@return the namespaces that ask for an attachment, be it in vain, have one or are to have one} All others need no look. */
    Stream<String> concerned() {
        return surroundings(context.owner().get())
                .concerned(context.namespaces().all(), attachments.namespaces());
    }

    /** {@return how many of those that are concerned stand where, by what was seen, whether we have worked on them or not} */
    AttachmentCounts counts() {
        var owner = context.owner().get();
        return AttachmentCounts.of(concerned()
                .flatMap(name -> context.namespaces().get(name).stream())
                .map(facts -> AttachmentPlan.of(observe(facts, owner, new PodUse.NotLooked()))));
    }

    /** Forgets what it knows of the namespaces. */
    void clear() {
        pods.clear();
        standings.clear();
    }

    private ReconcileResult reconcile(NamespaceFacts facts) {
        var owner = context.owner().get();
        var plan = AttachmentPlan.of(observe(facts, owner, new PodUse.NotLooked()));
        if (plan.standing() == AttachmentStanding.LEAVING) {
            standings.begin(facts.name(), AttachmentStanding.LEAVING);
            toLeave.accept(facts.name());
            return new ReconcileResult.Settled();
        }
        return carryOut(plan, facts.name(), owner);
    }

    private ReconcileResult carryOut(AttachmentPlan plan, String namespace, Owner owner) {
        standings.begin(namespace, plan.standing());
        try {
            var takenOver = attachments
                    .takenOver(namespace)
                    .flatMap(theirs -> AttachmentNotices.takenOver(namespace, theirs, plan.change()));
            attachments.carryOut(plan.change(), namespace, owner);
            attachments.requirePeace(namespace);
            return end(namespace, plan.standing(), plan.with(takenOver).notices());
        } catch (Contested e) {
            standings.stand(namespace, AttachmentStanding.CONTESTED);
            var told = context.namespaces().get(namespace).map(facts -> ContestedAttachment.notice(facts, e.inWords()));
            context.notices().hold("namespace/" + namespace, plan.with(told).notices());
            throw e;
        } catch (ApiException e) {
            // A namespace that was deleted a moment ago is no failure.
            if (e.failure() instanceof ApiFailure.NotFound
                    && context.namespaces().get(namespace).isEmpty()) {
                return new ReconcileResult.Settled();
            }
            plan.ifNotMade().ifPresent(standing -> standings.stand(namespace, standing));
            throw e;
        }
    }

    private ObservedAttachment observe(NamespaceFacts facts, Owner owner, PodUse podUse) {
        return surroundings(owner).observe(facts, podUse);
    }

    private AttachmentSurroundings surroundings(Owner owner) {
        return new AttachmentSurroundings(
                controlPlaneNamespace,
                excluded,
                scope,
                sources.current(),
                owner,
                context.namespaces()::get,
                namespace -> attachments.in(namespace, owner));
    }

    private ReconcileResult end(String namespace, AttachmentStanding standing, List<Notice> notices) {
        standings.stand(namespace, standing);
        context.notices().hold("namespace/" + namespace, notices);
        if (standing == AttachmentStanding.LEAVING) {
            return new ReconcileResult.Requeue(pods.untilNextLook(namespace));
        }
        pods.forget(namespace);
        return new ReconcileResult.Settled();
    }
}
