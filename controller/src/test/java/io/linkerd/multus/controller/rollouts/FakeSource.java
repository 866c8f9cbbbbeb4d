// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.rollouts.plan.Hindrance;
import io.linkerd.multus.controller.rollouts.plan.OwnedPod;
import io.linkerd.multus.controller.rollouts.plan.RestartWay;
import io.linkerd.multus.controller.rollouts.plan.RolloutCounts;
import io.linkerd.multus.controller.rollouts.plan.RolloutOptIn;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import io.linkerd.multus.controller.workloads.WorkloadSource;
import io.linkerd.multus.controller.workloads.plan.Finding;
import io.linkerd.multus.controller.workloads.plan.Outdated;
import io.linkerd.multus.controller.workloads.plan.OutdatedReason;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Sees what a simulation has, by a cache that lags until {@link #hear}. The control plane is always at rest. */
final class FakeSource implements WorkloadSource {
    private final SimulatedWorkloads cluster;
    private final AtomicReference<List<Workload>> cache = new AtomicReference<>(List.of());
    private final AtomicReference<Optional<Hindrance>> trust = new AtomicReference<>(Optional.empty());
    private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});

    FakeSource(SimulatedWorkloads cluster) {
        this.cluster = cluster;
        hear();
    }

    /** What came by the watches. */
    void hear() {
        cache.set(cluster.all().stream()
                .filter(one -> cluster.pods(one).stream().anyMatch(SimulatedWorkloads::hasProxy))
                .map(this::workload)
                .toList());
    }

    void distrust(Optional<Hindrance> hindrance) {
        trust.set(hindrance);
    }

    /** Done once, between the look at the LinkerdConfig and what follows. */
    void meanwhile(Runnable event) {
        meanwhile.set(event);
    }

    @Override
    public Collection<Workload> all() {
        meanwhile.getAndSet(() -> {}).run();
        return Stream.concat(controlPlane(), cache.get().stream()).toList();
    }

    @Override
    public Optional<Workload> read(Subject subject) {
        return cluster.all().stream()
                .map(this::workload)
                .filter(one -> one.subject().namespace().equals(subject.namespace())
                        && one.subject().kind().equals(subject.kind())
                        && one.subject().name().equals(subject.name()))
                .findFirst();
    }

    @Override
    public ChangeDigest change() {
        return ChangeDigest.of(new TreeMap<>(Map.of("values", "change " + cluster.change())));
    }

    @Override
    public Optional<Hindrance> trust() {
        return trust.get();
    }

    @Override
    public boolean isComplete() {
        return true;
    }

    @Override
    public List<String> whyNotReady() {
        return List.of();
    }

    private ChangeDigest change(String namespace) {
        return ChangeDigest.of(new TreeMap<>(Map.of(
                "values", "change " + cluster.change(), "annotation", "change " + cluster.annotations(namespace))));
    }

    private Workload workload(JsonNode seen) {
        var metadata = seen.path("metadata");
        var pods = cluster.pods(seen);
        return new Workload(
                new Subject(
                        "apps/v1",
                        seen.path("kind").asText(),
                        metadata.path("namespace").asText(),
                        metadata.path("name").asText(),
                        metadata.path("uid").asText()),
                metadata.path("resourceVersion").asText(),
                Workload.Role.DATA_PLANE,
                way(seen),
                RolloutOptIn.of(labels(metadata.path("labels")), Map.of(), Map.of()),
                Outdated.of(pods.stream()
                        .filter(pod -> isOld(pod) && SimulatedWorkloads.hasProxy(pod))
                        .map(_ -> List.of(new Finding(OutdatedReason.PROXY_VERSION, "", true)))
                        .toList()),
                change(metadata.path("namespace").asText()),
                RolloutMark.read(SimulatedWorkloads.mark(seen.at("/spec/template"))),
                SimulatedWorkloads.restarted(seen.at("/spec/template")),
                counts(seen, pods),
                way(seen) == RestartWay.EVICTION
                        ? pods.stream().map(this::owned).toList()
                        : List.of(),
                Set.of(),
                unmeshed(seen, pods));
    }

    private static int unmeshed(JsonNode seen, List<JsonNode> pods) {
        var mark = SimulatedWorkloads.mark(seen.at("/spec/template"));
        return mark.isEmpty()
                ? 0
                : (int) pods.stream()
                        .filter(pod -> SimulatedWorkloads.mark(pod).equals(mark) && !SimulatedWorkloads.hasProxy(pod))
                        .count();
    }

    private boolean isOld(JsonNode pod) {
        return SimulatedWorkloads.changeOf(pod) != cluster.change();
    }

    private static RestartWay way(JsonNode seen) {
        if (seen.path("kind").asText().equals("StatefulSet")) {
            return RestartWay.EVICTION;
        }
        return seen.at("/spec/paused").asBoolean() ? RestartWay.PAUSED : RestartWay.TEMPLATE;
    }

    private OwnedPod owned(JsonNode pod) {
        return new OwnedPod(
                pod.at("/metadata/name").asText(),
                pod.at("/metadata/uid").asText(),
                SimulatedWorkloads.isReady(pod),
                isOld(pod),
                false,
                RolloutMark.read(SimulatedWorkloads.mark(pod)));
    }

    private static RolloutCounts counts(JsonNode seen, List<JsonNode> pods) {
        var mark = SimulatedWorkloads.mark(seen.at("/spec/template"));
        int updated = way(seen) == RestartWay.EVICTION
                ? SimulatedWorkloads.REPLICAS
                : (int) pods.stream()
                        .filter(pod -> SimulatedWorkloads.mark(pod).equals(mark))
                        .count();
        return new RolloutCounts(
                seen.at("/status/observedGeneration").asLong()
                        == seen.at("/metadata/generation").asLong(),
                way(seen) == RestartWay.PAUSED,
                SimulatedWorkloads.REPLICAS,
                SimulatedWorkloads.REPLICAS,
                updated,
                (int) pods.stream().filter(SimulatedWorkloads::isReady).count(),
                pods.size(),
                SimulatedWorkloads.isLate(seen),
                Optional.empty());
    }

    private static Map<String, String> labels(JsonNode labels) {
        var read = new HashMap<String, String>();
        labels.properties()
                .forEach(label -> read.put(label.getKey(), label.getValue().asText()));
        return read;
    }

    private Stream<Workload> controlPlane() {
        return Stream.of(Workload.Role.IDENTITY, Workload.Role.DESTINATION, Workload.Role.PROXY_INJECTOR)
                .map(role -> new Workload(
                        new Subject(
                                "apps/v1", "Deployment", "linkerd", role.name().toLowerCase(Locale.ROOT), role.name()),
                        "1",
                        role,
                        RestartWay.TEMPLATE,
                        RolloutOptIn.SILENT,
                        Outdated.NO,
                        change("linkerd"),
                        Optional.empty(),
                        Optional.empty(),
                        new RolloutCounts(true, false, 1, 1, 1, 1, 1, false, Optional.empty()),
                        List.of(),
                        Set.of(),
                        0));
    }
}
