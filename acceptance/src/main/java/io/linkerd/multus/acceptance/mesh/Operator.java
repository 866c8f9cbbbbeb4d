// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.programs.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;

/** The operator in a cluster with OLM, installed and asked as the documentation says. */
public final class Operator {
    /** Where it is, and what its Subscription is called. */
    public static final String NAMESPACE = Release.NAME;

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration POLL = Duration.ofMillis(500);

    private final LocalCluster cluster;
    private final ClusterObjects objects;
    private final Documented page;

    /**
     * Does nothing yet.
     *
     * @param sources the product's checkout
     */
    public Operator(LocalCluster cluster, Path sources) throws IOException {
        this.cluster = cluster;
        this.objects = new ClusterObjects(cluster.kubectl());
        this.page = new Documented(sources.resolve("docs/openshift.md"));
    }

    /** Subscribes with the very objects that the documentation has people apply; what comes of it is for OLM to say. */
    public void subscribe() throws IOException, InterruptedException {
        cluster.kubectl().apply(page.block("kind: Subscription"));
    }

    /** Waits until OLM has installed that version. */
    public void awaitInstalled(String version) throws IOException {
        await(
                "ClusterServiceVersion has not succeeded",
                () -> csv(version).startsWith("Succeeded"),
                () -> csv(version));
    }

    /** Makes the one object as the documentation shows it: what it does not say is as the operator has it. */
    public void create() throws IOException, InterruptedException {
        cluster.kubectl().apply(page.block("kind: LinkerdMultus"));
    }

    /** Waits until installer and webhook are there as asked, and work. */
    public void awaitAsAsked() throws IOException {
        await(
                "LinkerdMultus is not as asked",
                () -> condition("Progressing").startsWith("False AsAsked")
                        && condition("Available").startsWith("True"),
                () -> "Available is " + condition("Available") + ", Progressing is " + condition("Progressing")
                        + ", Degraded is " + condition("Degraded"));
    }

    /** {@return how the ClusterServiceVersion is, as {@code phase: message}; what its Subscription says where there is none yet} */
    public String csv(String version) throws IOException, InterruptedException {
        var csv = objects.find("clusterserviceversion", NAMESPACE, "linkerd-multus.v" + version);
        return csv.isPresent()
                ? csv.get().at("/status/phase").asText() + ": "
                        + csv.get().at("/status/message").asText()
                : subscription();
    }

    private String subscription() throws IOException, InterruptedException {
        return objects.find("subscription", NAMESPACE, NAMESPACE).stream()
                .flatMap(subscription -> subscription.at("/status/conditions").valueStream())
                .map(condition -> condition.path("type").asText() + " "
                        + condition.path("message").asText())
                .collect(Collectors.joining("; "));
    }

    /** {@return a condition of the LinkerdMultus, as {@code True Reason: message}; empty where there is none} */
    public String condition(String type) throws IOException, InterruptedException {
        return objects.find("linkerdmultus", "", "cluster")
                .map(multus -> Conditions.of(multus, type))
                .orElse("");
    }

    @FunctionalInterface
    private interface State {
        String read() throws IOException, InterruptedException;
    }

    private static void await(String otherwise, Await.Condition condition, State state) throws IOException {
        if (Await.holds(PATIENCE, POLL, condition)) {
            return;
        }
        try {
            throw new IOException("the " + otherwise + " after " + PATIENCE.toMinutes() + " min: " + state.read());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the " + otherwise, e);
        }
    }
}
