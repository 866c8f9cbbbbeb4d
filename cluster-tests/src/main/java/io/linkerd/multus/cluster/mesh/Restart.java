// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster.mesh;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.cluster.tools.Kubectl;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/** Deletes a pod of ours and sees how long the one that takes its place needs. */
public final class Restart {
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    /** A line for each change of a pod: its uid, and whether it is ready. Asking again and again would slow down what is measured. */
    private static final String CHANGES =
            "--output=jsonpath={.metadata.uid} {.status.conditions[?(@.type==\"Ready\")].status}{\"\\n\"}";

    private final Kubectl kubectl;
    private final ClusterObjects objects;

    /** Deletes and looks through {@code kubectl}. */
    public Restart(Kubectl kubectl) {
        this.kubectl = kubectl;
        this.objects = new ClusterObjects(kubectl);
    }

    /**
     * Replaces one pod of a service, and returns when the old one is gone.
     *
     * @param service installer, controller or webhook
     * @return the time from when the new pod is seen until it is ready
     */
    public Duration of(String service) throws IOException, InterruptedException {
        var selector = "--selector=app.kubernetes.io/name=" + service;
        var before = objects.list("pods", Release.NAME, selector);
        Set<String> old = before.stream().map(Restart::uid).collect(Collectors.toSet());
        var first = "pod/" + before.getFirst().path("metadata").path("name").asText();
        var watch = kubectl.start("get", "pods", "--namespace=" + Release.NAME, selector, "--watch", CHANGES);
        try (var changes = watch.inputReader()) {
            kubectl.run("delete", first, "--namespace=" + Release.NAME, "--wait=false");
            var end = Thread.ofVirtual().start(() -> endAfterDeadline(watch));
            var time = time(service, old, changes);
            end.interrupt();
            kubectl.run("wait", "--for=delete", first, "--namespace=" + Release.NAME, "--timeout=2m");
            return time;
        } finally {
            watch.destroy();
        }
    }

    private static Duration time(String service, Set<String> old, BufferedReader changes) throws IOException {
        long seen = 0;
        for (var line = changes.readLine(); line != null; line = changes.readLine()) {
            var change = line.split(" ", 2);
            if (old.contains(change[0])) {
                continue;
            }
            long now = System.nanoTime();
            seen = seen == 0 ? now : seen;
            if (change[1].equals("True")) {
                return Duration.ofNanos(now - seen);
            }
        }
        throw new IOException("no new pod of the " + service + " was ready within " + DEADLINE.toSeconds() + " s");
    }

    private static void endAfterDeadline(Process watch) {
        try {
            Thread.sleep(DEADLINE);
            watch.destroy();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // it was in time
        }
    }

    private static String uid(JsonNode pod) {
        return pod.path("metadata").path("uid").asText();
    }
}
