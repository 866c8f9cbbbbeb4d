// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.repair.RepairNotices;
import io.linkerd.multus.contracts.plans.repair.RepairPlan;
import io.linkerd.multus.contracts.plans.repair.Unhelped;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.notices.Notices;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.engine.watch.MeshedPods;
import io.linkerd.multus.controller.settings.ControllerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces the meshed pods that nothing redirects, as those that were started before their node ran Linkerd's plugin: one after the other, those
 * of one owner a minute apart, later where their successors end alike, and in the end no more. Tells of those that stay.
 */
public final class Repair implements Duty {
    private static final Logger log = LoggerFactory.getLogger(Repair.class);
    private static final String KIND = "repair";
    private static final Duration TELL_AGAIN = Duration.ofMinutes(5);
    /** All pods are one key: they share a rate. */
    private static final String PODS = "pods";
    /** Everything is looked at once it has been seen; this is for the case that nobody said so. */
    private static final ReconcileResult UNSEEN = new ReconcileResult.Requeue(Duration.ofSeconds(30));

    private final Notices notices;
    private final MeshedPods pods;
    private final BrokenPods broken;
    private final InstallerPods installers;
    private final Replacements replacements;
    private final Duration pause;
    private final ReconcileLoop<String> loop;
    private final Set<String> toldOf = ConcurrentHashMap.newKeySet();

    /** Puts everything together; the pods are watched by whoever made them. */
    public Repair(ControllerContext context, MeshedPods pods, ControllerSettings settings) {
        this.notices = context.notices();
        this.pods = pods;
        this.broken = new BrokenPods(pods, settings.attachments(), settings.excluded());
        this.installers =
                new InstallerPods(context, settings.lease().namespace(), settings.installer(), this::installersChanged);
        this.replacements =
                new Replacements(new Evictions(context.writes()), context.events(), context.meters(), System::nanoTime);
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
        if (broken.isEmpty()) {
            tellOf(List.of());
            return new ReconcileResult.Settled();
        }
        var seen = new RepairPlan.Observed(broken.current(), broken.scope(), installers.look());
        var plan = RepairPlan.of(seen, replacements.pace(), replacements.now(), pause);
        plan.next().ifPresent(this::replace);
        plan.left().forEach(replacements::noteLeft);
        var toldOfAll = tellOf(plan.left());
        return Stream.of(plan.later(), toldOfAll ? Optional.<Duration>empty() : Optional.of(TELL_AGAIN))
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder())
                .<ReconcileResult>map(ReconcileResult.Requeue::new)
                .orElseGet(ReconcileResult.Settled::new);
    }

    private void replace(RepairPlan.Replacement replacement) {
        replacements
                .replace(replacement)
                .filter(Eviction.Changed.class::isInstance)
                .ifPresent(_ -> broken.disbelieve(replacement.pod()));
    }

    /** {@return whether all could be told of} */
    private boolean tellOf(List<Unhelped> left) {
        var held = new HashMap<String, List<Notice>>();
        for (var unhelped : left) {
            var pod = unhelped.pod();
            held.put("pod/" + pod.key(), List.of(RepairNotices.left(unhelped)));
            RepairNotices.ofUnhelpedOwner(unhelped)
                    .ifPresent(
                            notice -> merge(held, "pods-of/" + notice.subject().uid(), notice));
        }
        var gone = new HashSet<>(toldOf);
        gone.removeAll(held.keySet());
        for (var place : gone) {
            notices.hold(place, List.of());
            toldOf.remove(place);
        }
        toldOf.addAll(held.keySet());
        return held.entrySet().stream()
                        .filter(place -> !isTold(place.getKey(), place.getValue()))
                        .count()
                == 0;
    }

    /** An Event that cannot be written, as in a namespace that is being deleted, keeps no other pod from its turn. */
    private boolean isTold(String place, List<Notice> all) {
        try {
            notices.hold(place, all);
            return true;
        } catch (ApiException failed) {
            log.atWarn()
                    .addKeyValue("about", place)
                    .addKeyValue("reason", failed.getMessage())
                    .addKeyValue("retryIn", TELL_AGAIN)
                    .log("an Event about a pod that is not replaced cannot be written");
            return false;
        }
    }

    /** The lineages of a DaemonSet are told of at one object. */
    private static void merge(Map<String, List<Notice>> held, String place, Notice notice) {
        var all = new ArrayList<>(held.getOrDefault(place, List.of()));
        if (!all.contains(notice)) {
            all.add(notice);
        }
        held.put(place, all);
    }
}
