// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster.mesh;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.cluster.tools.Kubectl;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Deletes a pod of ours and sees how long the one that takes its place needs. */
public final class Restart {
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(50);

    private final Kubectl kubectl;
    private final ClusterObjects objects;

    /** Deletes and looks through {@code kubectl}. */
    public Restart(Kubectl kubectl) {
        this.kubectl = kubectl;
        this.objects = new ClusterObjects(kubectl);
    }

    /**
     * Replaces one pod of a service.
     *
     * @param service installer, controller or webhook
     * @return the time from when the new pod is seen until it is ready
     */
    public Duration of(String service) throws IOException, InterruptedException {
        var before = pods(service);
        Set<String> old = before.stream().map(Restart::uid).collect(Collectors.toSet());
        var first = before.getFirst().path("metadata").path("name").asText();
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        kubectl.run("delete", "pod", first, "--namespace", Release.NAME, "--wait=false");
        long seen = 0;
        while (System.nanoTime() < deadline) {
            var fresh = pods(service).stream()
                    .filter(pod -> !old.contains(uid(pod)))
                    .toList();
            long now = System.nanoTime();
            seen = seen == 0 && !fresh.isEmpty() ? now : seen;
            if (fresh.stream().map(MeshedPod::of).anyMatch(MeshedPod::ready)) {
                return Duration.ofNanos(now - seen);
            }
            Thread.sleep(POLL);
        }
        throw new IOException("no new pod of the " + service + " was ready within " + DEADLINE);
    }

    private List<JsonNode> pods(String service) throws IOException, InterruptedException {
        return objects.list("pods", Release.NAME, "--selector=app.kubernetes.io/name=" + service);
    }

    private static String uid(JsonNode pod) {
        return pod.path("metadata").path("uid").asText();
    }
}
