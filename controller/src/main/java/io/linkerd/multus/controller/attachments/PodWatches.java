// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.networks.NetworkSelection;
import io.linkerd.multus.controller.engine.watch.Watched;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Watches the pods of namespaces whose attachment is to go, and of no others. */
final class PodWatches implements AutoCloseable {
    /** A pod that was admitted just before the annotation went may not be listed yet; the webhook's view lags no longer. */
    static final Duration SETTLING = Duration.ofSeconds(3);
    /** Each watch is a connection to the API server. */
    private static final int MOST_AT_ONCE = 32;
    /** A watch that found pods gives way to other namespaces after this time, and comes back later. */
    private static final Duration SHARE = Duration.ofSeconds(30);

    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private record PodWatch(Watched<Pod> pods, long sinceNanos) {}

    private final KubernetesClient client;
    private final Consumer<String> onChange;
    private final LongSupplier nanoClock;
    private final Map<String, PodWatch> watches = new HashMap<>();

    /** {@code onChange} is told the namespace whose pods came, changed or went. */
    PodWatches(KubernetesClient client, Consumer<String> onChange, LongSupplier nanoClock) {
        this.client = client;
        this.onChange = onChange;
        this.nanoClock = nanoClock;
    }

    /** {@return what is known about the namespace's pods now} */
    synchronized PodUse use(String namespace) {
        var watch = watches.get(namespace);
        if (watch == null) {
            return PodUse.NOT_LOOKED;
        }
        if (!watch.pods().isComplete()) {
            return PodUse.LOOKING;
        }
        if (watch.pods().all().anyMatch(PodWatches::usesAttachment)) {
            return PodUse.IN_USE;
        }
        return age(watch).compareTo(SETTLING) < 0 ? PodUse.LOOKING : PodUse.UNUSED;
    }

    /** Begins to watch, or goes on; where too many watches are going on, the namespace has to come again. */
    synchronized void watch(String namespace) {
        if (!watches.containsKey(namespace) && hasRoom()) {
            var pods = new Watched<>(
                    "pods of namespace " + namespace,
                    client.pods().inNamespace(namespace).runnableInformer(0),
                    PodWatches::slim,
                    _ -> onChange.accept(namespace));
            watches.put(namespace, new PodWatch(pods, nanoClock.getAsLong()));
            pods.start();
        }
    }

    synchronized void stop(String namespace) {
        var watch = watches.remove(namespace);
        if (watch != null) {
            watch.pods().close();
        }
    }

    @Override
    public synchronized void close() {
        watches.values().forEach(watch -> watch.pods().close());
        watches.clear();
    }

    static boolean usesAttachment(Pod pod) {
        var metadata = pod.getMetadata();
        boolean ended = pod.getStatus() != null
                && ENDED.contains(String.valueOf(pod.getStatus().getPhase()));
        return !ended
                && Optional.ofNullable(metadata.getAnnotations())
                        .map(annotations -> annotations.get(Multus.NETWORKS))
                        .filter(networks -> NetworkSelection.refersTo(
                                networks, metadata.getNamespace(), Multus.ATTACHMENT, metadata.getNamespace()))
                        .isPresent();
    }

    private boolean hasRoom() {
        if (watches.size() < MOST_AT_ONCE) {
            return true;
        }
        var oldest = watches.entrySet().stream()
                .filter(entry -> age(entry.getValue()).compareTo(SHARE) >= 0)
                .max(Comparator.comparing(entry -> age(entry.getValue())))
                .map(Map.Entry::getKey);
        oldest.ifPresent(this::stop);
        return oldest.isPresent();
    }

    private Duration age(PodWatch watch) {
        return Duration.ofNanos(nanoClock.getAsLong() - watch.sinceNanos());
    }

    private static void slim(Pod pod) {
        var metadata = pod.getMetadata();
        pod.setSpec(null);
        metadata.setLabels(null);
        metadata.setOwnerReferences(null);
        if (metadata.getAnnotations() != null) {
            metadata.getAnnotations().keySet().removeIf(key -> !key.equals(Multus.NETWORKS));
        }
        if (pod.getStatus() != null) {
            pod.getStatus().setContainerStatuses(null);
            pod.getStatus().setInitContainerStatuses(null);
            pod.getStatus().setConditions(null);
        }
    }
}
