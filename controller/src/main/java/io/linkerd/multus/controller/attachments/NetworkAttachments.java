// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.plans.ExcludedNamespaces;
import io.linkerd.multus.contracts.plans.attachments.AttachmentCounts;
import io.linkerd.multus.contracts.plans.attachments.AttachmentStanding;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.notices.Notices;
import io.linkerd.multus.controller.engine.ownership.KeptObjects;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.settings.AttachmentSettings;
import io.linkerd.multus.controller.settings.CniSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps a network attachment in each namespace that asks for one, in those of Linkerd's extensions, and in the control plane's; or
 * one that all of them share.
 */
public final class NetworkAttachments implements Duty {
    /** Enough for a change to reach a thousand namespaces in a second or two, few enough for a small API server. */
    private static final int NAMESPACES_AT_ONCE = 16;

    /** So many pages of pods are in memory at a time; a look may take as long as a request may. */
    private static final int LOOKS_AT_ONCE = 4;

    /** Kind of the namespaces that are to get one. */
    public static final String KIND = AttachmentKind.LABEL;

    private static final String LEAVING = KIND + "-leaving";
    private static final String CONFIG_MAP = "configmap";
    /** Everything is looked at once it has been seen; this is for the case that nobody said so. */
    private static final ReconcileResult UNSEEN = new ReconcileResult.Requeue(Duration.ofSeconds(30));

    private static final String IF_REFUSED = "Until then its pods may not be meshed, or go by what was before.";

    private final CniSources sources;
    private final KeptObjects<GenericKubernetesResource, String> attachments;
    private final KubeconfigPaths paths;
    private final Standings standings;
    private final AttachmentReconciler reconciler;
    private final AttachmentScope scope;
    private final Runnable onChange;
    private final ReconcileLoop<String> namespaceLoop;
    private final ReconcileLoop<String> leavingLoop;
    private final ReconcileLoop<String> configMapLoop;

    /**
     * Puts everything together; nothing is asked before {@link #watch}.
     *
     * @param installers of this release
     * @param listeners called from any thread; they must be quick
     */
    public NetworkAttachments(
            ControllerContext context,
            String controlPlaneNamespace,
            ExcludedNamespaces excluded,
            CniSettings settings,
            AttachmentSettings where,
            Installers installers,
            AttachmentListeners listeners) {
        this.onChange = listeners.onChange();
        scope = where.scope();
        namespaceLoop = context.loop(
                KIND, NAMESPACES_AT_ONCE, context.tellingRefusals(KIND, this::reconcile, IF_REFUSED), this::concerned);
        leavingLoop = context.loop(
                LEAVING, LOOKS_AT_ONCE, context.tellingRefusals(LEAVING, this::leave, IF_REFUSED), Stream::empty);
        configMapLoop =
                context.loop(CONFIG_MAP, 1, _ -> tellOfConfigMap(context.notices()), () -> Stream.of(CONFIG_MAP));
        attachments = context.keep(
                new AttachmentKind(namespace -> where.adopts() && !excluded.has(namespace)), this::attachmentChanged);
        var path = settings.kubeconfigPath();
        paths = new KubeconfigPaths(
                context, path, where.handover(), () -> installers.rollout(path), attachments, namespaceLoop::addAll);
        sources = new CniSources(context.client(), settings, paths::current, this::sourceChanged);
        standings = new Standings(context.meters(), name -> context.refusals().has(KIND, name), listeners.onFight());
        reconciler = new AttachmentReconciler(
                context,
                controlPlaneNamespace,
                excluded,
                scope,
                sources,
                attachments,
                new PodLooks(context::watchedPods, context.lists(), where, System::nanoTime),
                standings,
                leavingLoop::add);
        sources.measure(context.meters());
    }

    @Override
    public void watch() {
        sources.start();
        attachments.start();
    }

    @Override
    public boolean isComplete() {
        return sources.isComplete() && attachments.isComplete();
    }

    @Override
    public List<String> whyNotReady() {
        return Stream.of(sources.whyNotReady(), attachments.whyNotReady())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public void begin() {
        paths.begin();
        configMapLoop.start();
        leavingLoop.start();
        namespaceLoop.start();
    }

    @Override
    public void end() {
        namespaceLoop.stop();
        leavingLoop.stop();
        configMapLoop.stop();
        paths.end();
        reconciler.clear();
    }

    @Override
    public void lookAtAll() {
        configMapLoop.addAll();
        namespaceLoop.addAll();
    }

    private void sourceChanged() {
        lookAtAll();
        onChange.run();
    }

    private void attachmentChanged(String namespace) {
        namespaceChanged(namespace);
        onChange.run();
    }

    /** {@return how many namespaces have what they ask for, by what was seen; empty before everything was seen once} */
    public Optional<AttachmentCounts> counts() {
        return isComplete() ? Optional.of(reconciler.counts()) : Optional.empty();
    }

    /** {@return how many namespaces stand there, as far as we have looked} */
    public int count(AttachmentStanding standing) {
        return (int) standings.count(standing);
    }

    @Override
    public void namespaceChanged(String name) {
        if (scope.isHome(name)) {
            namespaceLoop.addAll();
        } else {
            namespaceLoop.add(name);
        }
    }

    @Override
    public void close() {
        end();
        attachments.close();
        sources.close();
    }

    @Override
    public Map<String, String> toldInLease() {
        return paths.toldInLease();
    }

    private ReconcileResult reconcile(String namespace) {
        return isComplete() ? reconciler.reconcile(namespace) : UNSEEN;
    }

    private ReconcileResult leave(String namespace) {
        var result = reconciler.leave(namespace).orElseGet(ReconcileResult.Settled::new);
        if (result instanceof ReconcileResult.Settled) {
            // What it is now may have been seen while it still left: the last word on it is everybody's.
            namespaceLoop.add(namespace);
        }
        return result;
    }

    private Stream<String> concerned() {
        return reconciler.concerned();
    }

    private ReconcileResult tellOfConfigMap(Notices notices) {
        notices.hold(CONFIG_MAP, sources.current().notices());
        return new ReconcileResult.Settled();
    }
}
