// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.RefusedEvents;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.pods.MeshPods;
import io.linkerd.multus.controller.repair.plan.RepairPlan;
import io.linkerd.multus.controller.repair.plan.Replacement;
import io.linkerd.multus.controller.settings.ControllerSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * Replaces the meshed pods that nothing redirects, as those that were started before their node ran Linkerd's plugin: one after the other, those
 * of one owner a minute apart, later where their successors end alike, and in the end no more. Tells of those that stay.
 */
public final class Repair implements Duty {
    private static final String KIND = "repair";
    /** All pods are one key: they share a rate. */
    private static final String PODS = "pods";
    /** Everything is looked at once it has been seen; this is for the case that nobody said so. */
    private static final ReconcileResult UNSEEN = new ReconcileResult.Requeue(Duration.ofSeconds(30));

    private final MeshPods pods;
    private final BrokenPods broken;
    private final InstallerPods installers;
    private final RefusedEvents refused;
    private final RepairEvents events;
    private final Replacements replacements;
    private final Telling telling;
    private final Duration pause;
    private final ReconcileLoop<String> loop;
    private final AtomicReference<Optional<Pass>> last = new AtomicReference<>(Optional.empty());

    /** Puts everything together; the pods are watched by whoever made them. */
    public Repair(ControllerContext context, MeshPods pods, ControllerSettings settings) {
        this.pods = pods;
        this.broken = new BrokenPods(pods, settings.attachments(), settings.excluded());
        this.installers =
                new InstallerPods(context, settings.lease().namespace(), settings.installer(), this::installersChanged);
        this.refused = context.refusedEvents(KIND, System::nanoTime);
        this.events = new RepairEvents(context.events(), refused);
        this.replacements = new Replacements(context.writes(), events, context.meters(), System::nanoTime);
        this.telling = new Telling(context.notices(), refused, context.mayWrite(), context.meters());
        this.pause = settings.repair().pause();
        this.loop = context.loop(KIND, 1, _ -> reconcile(), () -> Stream.of(PODS));
        context.meters().gauge("linkerd_multus_controller_unmeshed_pods", broken, BrokenPods::count);
    }

    @Override
    public void watch() {
        installers.start();
    }

    @Override
    public List<String> whyNotReady() {
        return Stream.of(pods.whyNotReady(), installers.whyNotReady())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public boolean isComplete() {
        return pods.isComplete() && installers.isComplete();
    }

    @Override
    public void begin() {
        replacements.begin();
        last.set(Optional.empty());
        telling.begin();
        loop.start();
    }

    @Override
    public void end() {
        loop.stop();
        telling.end();
        refused.endUnless(_ -> false);
    }

    @Override
    public void lookAtAll() {
        broken.lookAtAll();
        loop.addAll();
        telling.lookAtAll();
    }

    @Override
    public void namespaceChanged(String name) {}

    @Override
    public void podChanged(String key) {
        if (broken.noteChange(key)) {
            loop.add(PODS);
        }
    }

    /** Where there is nothing to replace, and nothing was, it does not matter. */
    private void installersChanged() {
        if (!broken.isEmpty()) {
            loop.add(PODS);
        }
    }

    @Override
    public void close() {
        end();
        installers.close();
    }

    private ReconcileResult reconcile() {
        if (!isComplete()) {
            return UNSEEN;
        }
        var now = replacements.now();
        var left = last.get().flatMap(before -> before.left(now));
        if (left.isPresent()) {
            return new ReconcileResult.Requeue(left.get());
        }
        var seen = new RepairPlan.Observed(broken.current(), broken.scope(), installers.look(now));
        events.keep(seen.pods());
        var plan = replacements.plan(seen, pause);
        telling.hold(plan.left());
        plan.next().ifPresent(this::replace);
        last.set(Optional.of(new Pass(replacements.now(), plan.later().map(now::plus))));
        return plan.later().<ReconcileResult>map(ReconcileResult.Requeue::new).orElseGet(ReconcileResult.Settled::new);
    }

    private void replace(Replacement replacement) {
        replacements
                .replace(replacement)
                .filter(Eviction.Changed.class::isInstance)
                .ifPresent(_ -> broken.disbelieve(replacement.pod()));
    }
}
