// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.engine.RefusedEvents;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.notices.Notices;
import io.linkerd.multus.controller.engine.reconcile.FailureLog;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import io.linkerd.multus.controller.repair.plan.Descent;
import io.linkerd.multus.controller.repair.plan.RepairNotices;
import io.linkerd.multus.controller.repair.plan.Unhelped;
import io.linkerd.multus.controller.repair.plan.Unhelped.Why;
import io.linkerd.multus.service.kube.ApiFailure;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of pods that stay, and of their owners, in a loop of its own: there may be thousands, and evictions wait for no Event. What is told is put
 * into words only where it is news.
 */
final class Telling {
    private static final Logger log = LoggerFactory.getLogger(Telling.class);
    private static final String KIND = "repair-notices";

    private final Notices notices;
    private final RefusedEvents refused;
    private final ReconcileLoop<Place> loop;
    private final FailureLog failureLog = new FailureLog(System::nanoTime);
    /** What is to be told at each place, each by what tells it apart from all others there. */
    private final AtomicReference<Map<Place, Map<String, Unhelped>>> wanted = new AtomicReference<>(Map.of());
    /** What was told once and for all. */
    private final ConcurrentMap<Place, Set<String>> done = new ConcurrentHashMap<>();

    /** An object that something is told at. */
    private sealed interface Place {
        String namespace();

        List<Notice> notices(Stream<Unhelped> all);

        record OfPod(String namespace, String key) implements Place {
            @Override
            public List<Notice> notices(Stream<Unhelped> all) {
                return all.map(RepairNotices::left).toList();
            }
        }

        record OfOwner(String namespace, String uid) implements Place {
            @Override
            public List<Notice> notices(Stream<Unhelped> all) {
                return all.flatMap(one -> RepairNotices.ofUnhelpedOwner(one).stream())
                        .toList();
            }
        }
    }

    /** Begins with nothing; {@code mayWrite} is whether we lead, and the API server has time for us. */
    Telling(Notices notices, RefusedEvents refused, BooleanSupplier mayWrite, MeterRegistry meters) {
        this.notices = notices;
        this.refused = refused;
        this.loop = new ReconcileLoop<>(KIND, 1, this::tell, () -> wanted.get().keySet().stream(), mayWrite, meters);
    }

    void begin() {
        loop.start();
    }

    void end() {
        loop.stop();
    }

    /** What lasts is told again before the cluster forgets it. */
    void lookAtAll() {
        loop.addAll();
    }

    /** These stay now, and no others. */
    void hold(List<Unhelped> left) {
        var now = new HashMap<Place, Map<String, Unhelped>>();
        for (var one : left) {
            var pod = one.pod();
            now.put(new Place.OfPod(pod.namespace(), pod.key()), Map.of(pod.uid() + " " + one.why(), one));
            if (one.why() == Why.SUCCESSORS_ALIKE) {
                pod.owner().ifPresent(owner -> add(now, one, owner));
            }
        }
        var before = wanted.getAndSet(now);
        var places = new HashSet<>(before.keySet());
        places.addAll(now.keySet());
        places.stream()
                .filter(place ->
                        !at(place, before).keySet().equals(at(place, now).keySet()))
                .forEach(loop::add);
    }

    /** The lineages of a DaemonSet are told of at one object. */
    private static void add(Map<Place, Map<String, Unhelped>> now, Unhelped one, PodOwner owner) {
        var node = Descent.of(one.pod(), owner).node();
        now.computeIfAbsent(new Place.OfOwner(one.pod().namespace(), owner.uid()), _ -> new HashMap<>())
                .putIfAbsent(node.orElse(""), one);
    }

    private static Map<String, Unhelped> at(Place place, Map<Place, Map<String, Unhelped>> all) {
        return all.getOrDefault(place, Map.of());
    }

    private ReconcileResult tell(Place place) {
        var now = at(place, wanted.get());
        if (!now.isEmpty() && now.keySet().equals(done.get(place))) {
            return new ReconcileResult.Settled();
        }
        try {
            notices.hold(about(place), place.notices(now.values().stream()));
        } catch (ApiException e) {
            return whatNext(place, e);
        }
        refused.end(place.namespace(), about(place));
        // What has ended is no state that a person could end: it is told once.
        if (now.values().stream().anyMatch(one -> one.pod().stage().hasEnded())) {
            done.put(place, Set.copyOf(now.keySet()));
        } else {
            done.remove(place);
        }
        return new ReconcileResult.Settled();
    }

    private static String about(Place place) {
        return KIND + "/" + place;
    }

    /** The loop tries again soon what may pass. */
    private ReconcileResult whatNext(Place place, ApiException failed) {
        if (failed.failure() instanceof ApiFailure.NamespaceTerminating) {
            refused.end(place.namespace(), about(place));
            return new ReconcileResult.Settled();
        }
        if (!failed.isRefusal()) {
            throw failed;
        }
        refused.refused(place.namespace(), about(place));
        if (failureLog.isWorthALine(failed.permission())) {
            log.atWarn()
                    .addKeyValue("about", place)
                    .addKeyValue("reason", failed.getMessage())
                    .log(
                            "an Event about a pod that is not replaced cannot be written; it is tried again every five minutes");
        }
        return refused.untilNextTry(place.namespace(), about(place))
                .<ReconcileResult>map(ReconcileResult.Requeue::new)
                .orElseGet(ReconcileResult.Settled::new);
    }
}
