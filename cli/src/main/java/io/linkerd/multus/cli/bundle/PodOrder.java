// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Which pods of ours are asked for their logs, in which order: time may be up before all have answered.
 *
 * @param asked those of the controller and the webhook first, then those of nodes that are not ready, then some that are
 * @param leftOutReady how many ready ones of nodes are not among them
 */
record PodOrder(List<JsonNode> asked, int leftOutReady) {
    /** Those of more nodes hardly say anything else. */
    static final int MOST_READY = 20;

    /** There are few of them; of all else there is one on each node. */
    private static final Set<String> FEW = Set.of("controller", "webhook", "operator");

    private static final int READY_OF_NODE = 2;

    static PodOrder of(Iterable<JsonNode> pods) {
        var sorted = StreamSupport.stream(pods.spliterator(), false)
                .sorted(Comparator.comparingInt(PodOrder::rank))
                .toList();
        long ready = sorted.stream().filter(pod -> rank(pod) == READY_OF_NODE).count();
        int left = (int) Math.max(0, ready - MOST_READY);
        return new PodOrder(List.copyOf(sorted.subList(0, sorted.size() - left)), left);
    }

    private static int rank(JsonNode pod) {
        var part = pod.at("/metadata/labels").path("app.kubernetes.io/name").asText();
        return FEW.contains(part) ? 0 : isReady(pod) ? READY_OF_NODE : 1;
    }

    private static boolean isReady(JsonNode pod) {
        for (var condition : pod.at("/status/conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    /** {@return what is missing in the bundle by it, in words} */
    Optional<String> leftOut() {
        return leftOutReady == 0
                ? Optional.empty()
                : Optional.of("logs and health of " + leftOutReady
                        + " ready pods of nodes: not asked for, since those of " + MOST_READY + " others are here");
    }
}
