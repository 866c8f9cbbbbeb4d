// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.watch.BoundedObject;
import io.linkerd.multus.controller.engine.watch.CachedObjects;
import io.linkerd.multus.controller.engine.watch.ObjectReader;
import io.linkerd.multus.controller.engine.watch.UnreadObjects.Unread;
import io.linkerd.multus.service.kube.ObjectCache;
import io.linkerd.multus.service.kube.Selection;
import io.linkerd.multus.service.kube.SharedValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * All Deployments, StatefulSets and DaemonSets, and the budgets of their pods. They are watched, not read when they are needed: a change of
 * Linkerd's values makes all of them outdated at once, and how far each is has to be known from then on. What is kept of one is a
 * thousand bytes.
 */
final class WatchedWorkloads implements AutoCloseable {
    private static final String BUDGETS = "/apis/policy/v1/poddisruptionbudgets";

    private final SharedValues<SeenWorkload> room = new SharedValues<>(12 << 20, SeenWorkload::weight);
    private final SharedValues<Budget> budgetRoom = new SharedValues<>(4 << 20, Budget::weight);
    private final List<CachedObjects<BoundedObject<SeenWorkload>>> workloads;
    private final CachedObjects<BoundedObject<Budget>> budgets;
    private final List<Runnable> reports = new ArrayList<>();

    /** Prepares; {@code onChange} is called after one came, changed or went. */
    WatchedWorkloads(ControllerContext context, Runnable onChange) {
        workloads = Arrays.stream(WorkloadKind.values())
                .filter(WorkloadKind::isWatched)
                .map(kind -> watch(
                        context,
                        kind.resource().inRbac(),
                        kind.path(),
                        object -> WorkloadReading.of(object, kind),
                        room,
                        onChange))
                .toList();
        budgets = watch(context, "poddisruptionbudgets.policy", BUDGETS, Budget::of, budgetRoom, onChange);
        workloads.forEach(kind -> reports.add(context.unread().add(() -> unread(kind))));
        reports.add(context.unread().add(() -> unread(budgets)));
    }

    private static <V> CachedObjects<BoundedObject<V>> watch(
            ControllerContext context,
            String what,
            String path,
            Function<GenericKubernetesResource, V> reading,
            SharedValues<V> room,
            Runnable onChange) {
        return CachedObjects.of(
                what,
                context.lists(),
                Selection.all(path),
                new ObjectReader<>(
                        context.client().getKubernetesSerialization(), GenericKubernetesResource.class, _ -> false),
                object -> {
                    var value = object.object()
                            .map(reading)
                            .flatMap(one -> room.take(object.head().namespace(), one));
                    return new ObjectCache.Entry<>(
                            object.head().namespace() + "/" + object.head().name(),
                            object.head().version(),
                            new BoundedObject<>(object.head(), value));
                },
                new ObjectCache.Listener<BoundedObject<V>>() {
                    @Override
                    public void changed(BoundedObject<V> object) {
                        onChange.run();
                    }

                    @Override
                    public void dropped(BoundedObject<V> object) {
                        object.object()
                                .ifPresent(value -> room.release(object.head().namespace(), value));
                    }
                });
    }

    /** {@return what workloads of all kinds share} */
    SharedValues<SeenWorkload> room() {
        return room;
    }

    void start() {
        all().forEach(CachedObjects::start);
    }

    boolean isComplete() {
        return all().allMatch(CachedObjects::isComplete);
    }

    List<String> whyNotReady() {
        return all().flatMap(watched -> watched.whyNotReady().stream()).toList();
    }

    /** {@return all of them by their uids} One that is too large to be read is not among them: it is never restarted. */
    Map<String, SeenWorkload> byUid() {
        return byUid(CachedObjects::all);
    }

    /** {@return those of these namespaces by their uids, without a look at others} */
    Map<String, SeenWorkload> byUid(Set<String> namespaces) {
        return byUid(kind -> namespaces.stream().flatMap(namespace -> kind.under(namespace + "/")));
    }

    private Map<String, SeenWorkload> byUid(
            Function<CachedObjects<BoundedObject<SeenWorkload>>, Stream<BoundedObject<SeenWorkload>>> which) {
        var byUid = new HashMap<String, SeenWorkload>();
        workloads.stream()
                .flatMap(which)
                .flatMap(object -> object.object().stream())
                .forEach(seen -> byUid.put(seen.subject().uid(), seen));
        return byUid;
    }

    /** {@return all budgets} One that is too large to be read selects each pod of its namespace, and allows none of them to be evicted. */
    List<Budget> budgets() {
        return budgets(budgets.all());
    }

    /** {@return those of the namespace, without a look at others} */
    List<Budget> budgets(String namespace) {
        return budgets(budgets.under(namespace + "/"));
    }

    private static List<Budget> budgets(Stream<BoundedObject<Budget>> objects) {
        return objects.map(object -> object.object()
                        .orElseGet(() -> Budget.unread(object.head().namespace())))
                .toList();
    }

    private static <V> Stream<Unread> unread(CachedObjects<BoundedObject<V>> objects) {
        return objects.all()
                .filter(object -> object.object().isEmpty())
                .map(object -> new Unread(
                        objects.what(), object.head().namespace(), object.head().name()));
    }

    @Override
    public void close() {
        reports.forEach(Runnable::run);
        all().forEach(CachedObjects::close);
    }

    private Stream<CachedObjects<?>> all() {
        return Stream.concat(workloads.stream(), Stream.of(budgets));
    }
}
