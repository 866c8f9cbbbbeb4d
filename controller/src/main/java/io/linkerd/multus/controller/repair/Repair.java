// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import io.linkerd.multus.contracts.plans.PodFacts;
import io.linkerd.multus.contracts.plans.repair.RepairNotices;
import io.linkerd.multus.contracts.plans.repair.RepairPlan;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.notices.Notices;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.engine.watch.MeshedPods;
import io.linkerd.multus.controller.settings.AttachmentSettings;
import io.linkerd.multus.controller.settings.ExcludedNamespaces;
import io.linkerd.multus.controller.settings.RepairSettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Replaces the meshed pods that were started before their node ran Linkerd's plugin, and that nothing redirects: one after the other, and
 * those of one owner a minute apart.
 */
public final class Repair implements Duty {
    private static final String KIND = "repair";
    /** All pods are one key: they share a rate. */
    private static final String PODS = "pods";
    /** Everything is looked at once it has been seen; this is for the case that nobody said so. */
    private static final ReconcileResult UNSEEN = new ReconcileResult.Requeue(Duration.ofSeconds(30));

    private final Notices notices;
    private final MeshedPods pods;
    private final BrokenPods broken;
    private final Replacements replacements;
    private final Duration pause;
    private final ReconcileLoop<String> loop;
    private final Set<String> toldOf = ConcurrentHashMap.newKeySet();

    /** Puts everything together; the pods are watched by whoever made them. */
    public Repair(
            ControllerContext context,
            MeshedPods pods,
            AttachmentSettings attachments,
            ExcludedNamespaces excluded,
            RepairSettings settings) {
        this.notices = context.notices();
        this.pods = pods;
        this.broken = new BrokenPods(pods, attachments, excluded);
        this.replacements =
                new Replacements(new Evictions(context.writes()), context.events(), context.meters(), System::nanoTime);
        this.pause = settings.pause();
        this.loop = context.loop(KIND, 1, _ -> reconcile(), () -> Stream.of(PODS));
        context.meters().gauge("linkerd_multus_controller_unmeshed_pods", broken, BrokenPods::count);
    }

    @Override
    public void watch() {}

    @Override
    public List<String> whyNotReady() {
        return pods.whyNotReady();
    }

    @Override
    public boolean isComplete() {
        return pods.isComplete();
    }

    @Override
    public void begin() {
        replacements.begin();
        loop.start();
    }

    @Override
    public void end() {
        loop.stop();
    }

    @Override
    public void lookAtAll() {
        broken.lookAtAll();
        loop.addAll();
    }

    @Override
    public void namespaceChanged(String name) {}

    @Override
    public void podChanged(String key) {
        if (broken.noteChange(key)) {
            loop.add(PODS);
        }
    }

    @Override
    public void close() {
        end();
    }

    private ReconcileResult reconcile() {
        if (!isComplete()) {
            return UNSEEN;
        }
        var plan = RepairPlan.of(broken.current(), broken.scope(), replacements.pace(), replacements.now(), pause);
        plan.next().ifPresent(this::replace);
        tellOf(plan.left());
        return plan.later().<ReconcileResult>map(ReconcileResult.Requeue::new).orElseGet(ReconcileResult.Settled::new);
    }

    private void replace(RepairPlan.Replacement replacement) {
        replacements
                .replace(replacement)
                .filter(Eviction.CHANGED::equals)
                .ifPresent(_ -> broken.disbelieve(replacement.pod()));
    }

    private void tellOf(List<PodFacts> left) {
        var gone = new HashSet<>(toldOf);
        gone.removeAll(left.stream().map(PodFacts::key).collect(Collectors.toSet()));
        for (var key : gone) {
            notices.hold(place(key), List.of());
            toldOf.remove(key);
        }
        for (var pod : left) {
            toldOf.add(pod.key());
            notices.hold(place(pod.key()), List.of(RepairNotices.left(pod)));
        }
    }

    private static String place(String key) {
        return "pod/" + key;
    }
}
