// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * When each pod of the installer first became ready: its node has had the plugin since then, also where the pod was not ready for a moment in between,
 * as while it puts something right.
 */
final class FirstReady {
    /** The condition by which a kubelet says so. */
    static final String READY = "Ready";

    /** By uid of the pods that are there. */
    private final AtomicReference<Map<String, Instant>> known = new AtomicReference<>(Map.of());

    /** {@return the nodes that have a ready one, each since when its pod was ready first; during a rollout the earlier of two} */
    Map<String, Instant> after(Stream<Pod> pods) {
        var before = known.get();
        var now = new HashMap<String, Instant>();
        var nodes = new HashMap<String, Instant>();
        pods.filter(FirstReady::isPlaced).forEach(pod -> {
            var uid = pod.getMetadata().getUid();
            var ready = readySince(pod);
            var first = Stream.of(Optional.ofNullable(before.get(uid)), ready)
                    .flatMap(Optional::stream)
                    .reduce(FirstReady::earlier);
            first.ifPresent(moment -> now.put(uid, moment));
            if (ready.isPresent()) {
                nodes.merge(pod.getSpec().getNodeName(), first.orElseThrow(), FirstReady::earlier);
            }
        });
        known.set(Map.copyOf(now));
        return nodes;
    }

    private static boolean isPlaced(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() == null
                && !pod.getSpec().getNodeName().isEmpty();
    }

    private static Optional<Instant> readySince(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .filter(condition -> READY.equals(condition.getType()) && "True".equals(condition.getStatus()))
                .findFirst()
                .map(condition -> Optional.ofNullable(condition.getLastTransitionTime())
                        .map(Instant::parse)
                        .orElse(Instant.EPOCH));
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
