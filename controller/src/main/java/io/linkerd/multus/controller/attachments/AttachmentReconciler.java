// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.notices.Notice;
import io.linkerd.multus.controller.engine.ownership.KeptObjects;
import io.linkerd.multus.controller.engine.ownership.Owner;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.engine.reconcile.Reconciler;
import io.linkerd.multus.controller.engine.watch.NamespaceFacts;
import io.linkerd.multus.service.api.ApiFailure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

/** Gives one namespace what it asks for. */
final class AttachmentReconciler implements Reconciler<String> {
    /** While the list of pods is on its way, or has to settle. */
    private static final Duration SOON = Duration.ofSeconds(1);
    /** The watch of the pods tells of every change; this is for watches that had to give way to others. */
    private static final Duration LATER = Duration.ofSeconds(60);

    private final ControllerContext context;
    private final String controlPlaneNamespace;
    private final CniSources sources;
    private final KeptObjects<GenericKubernetesResource, String> attachments;
    private final PodWatches pods;
    private final ConcurrentMap<String, Standing> standings = new ConcurrentHashMap<>();

    AttachmentReconciler(
            ControllerContext context,
            String controlPlaneNamespace,
            CniSources sources,
            KeptObjects<GenericKubernetesResource, String> attachments,
            PodWatches pods) {
        this.context = context;
        this.controlPlaneNamespace = controlPlaneNamespace;
        this.sources = sources;
        this.attachments = attachments;
        this.pods = pods;
    }

    @Override
    public ReconcileResult reconcile(String namespace) {
        return context.namespaces()
                .get(namespace)
                .map(this::reconcile)
                .orElseGet(() -> end(namespace, Standing.OUT, List.of()));
    }

    /** {@return the namespaces that ask for an attachment or have one} All others need no look. */
    Stream<String> concerned() {
        var asking = context.namespaces()
                .all()
                .filter(facts -> facts.optedIn() || isControlPlane(facts))
                .map(NamespaceFacts::name);
        return Stream.concat(asking, attachments.namespaces()).distinct();
    }

    /** {@return how many namespaces stand there, as far as we have looked} */
    long count(Standing standing) {
        return standings.values().stream().filter(standing::equals).count();
    }

    /** Forgets what it knows of the namespaces. */
    void clear() {
        pods.close();
        standings.clear();
    }

    private ReconcileResult reconcile(NamespaceFacts facts) {
        var namespace = facts.name();
        var owner = context.owner().get();
        var plan = AttachmentPlan.of(observe(facts, owner));
        stand(namespace, plan.standing());
        try {
            attachments.carryOut(plan.change(), namespace, owner);
            return end(namespace, plan.standing(), plan.notices());
        } catch (ApiException e) {
            // A namespace that was deleted a moment ago is no failure.
            if (e.failure() instanceof ApiFailure.NotFound
                    && context.namespaces().get(namespace).isEmpty()) {
                return new ReconcileResult.Settled();
            }
            throw e;
        }
    }

    private Observed observe(NamespaceFacts facts, Owner owner) {
        return new Observed(
                facts,
                isControlPlane(facts),
                attachments.in(facts.name(), owner),
                sources.current(),
                owner,
                pods.use(facts.name()));
    }

    private ReconcileResult end(String namespace, Standing standing, List<Notice> notices) {
        stand(namespace, standing);
        boolean leaving = standing == Standing.LEAVING;
        if (leaving) {
            pods.watch(namespace);
        } else {
            pods.stop(namespace);
        }
        context.notices().hold("namespace/" + namespace, notices);
        return leaving ? new ReconcileResult.Requeue(notices.isEmpty() ? SOON : LATER) : new ReconcileResult.Settled();
    }

    private void stand(String namespace, Standing standing) {
        if (standing == Standing.OUT) {
            standings.remove(namespace);
        } else {
            standings.put(namespace, standing);
        }
    }

    private boolean isControlPlane(NamespaceFacts facts) {
        return facts.name().equals(controlPlaneNamespace);
    }
}
