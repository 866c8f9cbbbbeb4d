// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.engine.watch.SlimPod;
import io.linkerd.multus.controller.engine.watch.Watched;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * All Deployments, StatefulSets and DaemonSets, and the budgets of their pods. They are watched, not read when they are needed: a change of
 * Linkerd's values makes all of them outdated at once, and how far each is has to be known from then on. What is kept of one is a
 * thousand bytes.
 */
final class WatchedWorkloads implements AutoCloseable {
    private static final String KEPT = "kept";
    private static final String BUDGETS = "/apis/policy/v1/poddisruptionbudgets";
    /** Two megabytes on their way. */
    private static final long PAGE = 200;

    private final List<Watched<GenericKubernetesResource>> workloads;
    private final Watched<GenericKubernetesResource> budgets;

    /** Prepares; {@code onChange} is called after one came, changed or went. */
    WatchedWorkloads(ControllerContext context, Runnable onChange) {
        workloads = Arrays.stream(WorkloadKind.values())
                .filter(WorkloadKind::isWatched)
                .map(kind -> watch(
                        context, kind.path(), kind.resource(), object -> WorkloadReading.of(object, kind), onChange))
                .toList();
        budgets = watch(
                context,
                BUDGETS,
                ApiResource.generic("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets", true),
                Budget::of,
                onChange);
    }

    private static Watched<GenericKubernetesResource> watch(
            ControllerContext context,
            String path,
            ApiResource<GenericKubernetesResource> resource,
            Function<GenericKubernetesResource, Object> reading,
            Runnable onChange) {
        context.refused().leave(path, "");
        return new Watched<>(
                resource.inRbac(),
                resource.objects()
                        .apply(context.client())
                        .inAnyNamespace()
                        .withLimit(PAGE)
                        .runnableInformer(0),
                object -> keep(object, reading.apply(object)),
                _ -> onChange.run());
    }

    /** In the place of all else. */
    private static void keep(GenericKubernetesResource object, Object kept) {
        object.setMetadata(SlimPod.identity(object.getMetadata()));
        object.setAdditionalProperties(Map.of(KEPT, kept));
    }

    void start() {
        all().forEach(Watched::start);
    }

    boolean isComplete() {
        return all().allMatch(Watched::isComplete);
    }

    List<String> whyNotReady() {
        return all().flatMap(watched -> watched.whyNotReady().stream()).toList();
    }

    /** {@return all of them by their uids} */
    Map<String, SeenWorkload> byUid() {
        var byUid = new HashMap<String, SeenWorkload>();
        workloads.stream()
                .flatMap(Watched::all)
                .map(object -> object.getAdditionalProperties().get(KEPT))
                .filter(SeenWorkload.class::isInstance)
                .map(SeenWorkload.class::cast)
                .forEach(seen -> byUid.put(seen.subject().uid(), seen));
        return byUid;
    }

    List<Budget> budgets() {
        return budgets.all()
                .map(object -> object.getAdditionalProperties().get(KEPT))
                .filter(Budget.class::isInstance)
                .map(Budget.class::cast)
                .toList();
    }

    @Override
    public void close() {
        all().forEach(Watched::close);
    }

    private Stream<Watched<?>> all() {
        return Stream.concat(workloads.stream(), Stream.of(budgets));
    }
}
