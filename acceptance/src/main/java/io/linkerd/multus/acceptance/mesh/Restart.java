// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.localcluster.programs.Kubectl;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Deletes a pod and sees how long the one that takes its place needs. */
public final class Restart {
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    /** A line for each change of a pod: its uid, and whether it is ready. Asking again and again would slow down what is measured. */
    private static final String CHANGES =
            "--output=jsonpath={.metadata.uid} {.status.conditions[?(@.type==\"Ready\")].status}{\"\\n\"}";

    private final Kubectl kubectl;
    private final ClusterObjects objects;

    /** Deletes and looks through {@code kubectl}. */
    public Restart(Kubectl kubectl) throws IOException {
        this.kubectl = kubectl;
        this.objects = new ClusterObjects(kubectl);
    }

    /** Replaces one pod of a service, and returns the time from its successor's creation, as a watch tells it, until that is ready. */
    public Duration of(Service service) throws IOException, InterruptedException {
        return of(Release.NAME, "app.kubernetes.io/name=" + service.module());
    }

    /** Does the same with the cluster's DNS server, a small Go program that is asked as often: what the cluster itself needs. */
    public Duration ofDnsServer() throws IOException, InterruptedException {
        return of("kube-system", "k8s-app=kube-dns");
    }

    private Duration of(String namespace, String labels) throws IOException, InterruptedException {
        var in = "--namespace=" + namespace;
        var selector = "--selector=" + labels;
        var before = objects.labelled("pods", namespace, labels);
        var old = before.stream().map(Restart::uid).collect(Collectors.toSet());
        var first = "pod/" + before.getFirst().path("metadata").path("name").asText();
        var watch = kubectl.start("get", "pods", in, selector, "--watch", CHANGES);
        try (var changes = watch.inputReader()) {
            var end = Thread.ofVirtual().start(() -> endAfterDeadline(watch));
            awaitAll(old, changes); // the watch is up: what comes now is seen when it happens
            kubectl.run("delete", first, in, "--wait=false");
            var time = time(labels, old, changes);
            end.interrupt();
            kubectl.run("wait", "--for=delete", first, in, "--timeout=2m");
            return time;
        } finally {
            watch.destroy();
        }
    }

    private static void awaitAll(Set<String> uids, BufferedReader changes) throws IOException {
        var missing = new HashSet<>(uids);
        while (!missing.isEmpty()) {
            var line = changes.readLine();
            if (line == null) {
                throw new IOException("the watch on the pods ended before it showed them");
            }
            missing.remove(line.split(" ", 2)[0]);
        }
    }

    private static Duration time(String labels, Set<String> old, BufferedReader changes) throws IOException {
        var seen = 0L;
        for (var line = changes.readLine(); line != null; line = changes.readLine()) {
            var change = line.split(" ", 2);
            if (old.contains(change[0])) {
                continue;
            }
            var now = System.nanoTime();
            seen = seen == 0 ? now : seen;
            if (change[1].equals("True")) {
                return Duration.ofNanos(now - seen);
            }
        }
        throw new IOException("no new pod with " + labels + " was ready within " + DEADLINE.toSeconds() + " s");
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
