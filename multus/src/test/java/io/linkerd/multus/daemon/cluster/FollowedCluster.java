// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import static org.awaitility.Awaitility.await;

import io.linkerd.multus.daemon.networks.PodAnnotations;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.kube.InCluster;
import io.linkerd.multus.service.kube.KeptHttpClientTransport;
import io.linkerd.multus.service.kube.Pace;
import io.linkerd.multus.service.kube.UrlTransport;
import io.linkerd.multus.service.retry.Backoff;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** A node's daemon and the fake API server that it follows. */
final class FollowedCluster implements AutoCloseable {
    static final String POD = "/api/v1/namespaces/shop/pods/cart";
    private static final String GROUP = "k8s.cni.cncf.io/v1";
    static final String NETWORK = "/apis/k8s.cni.cncf.io/v1/namespaces/shop/network-attachment-definitions/blue";

    private static final Pace QUICK = new Pace(
            Duration.ofSeconds(5),
            Duration.ofMinutes(5),
            Duration.ofSeconds(150),
            new Backoff(Duration.ofMillis(20), Duration.ofMillis(200)));

    final FakeApiServer api = FakeApiServer.tls();
    /** How much further the clock is than the machine's. */
    final AtomicLong ahead = new AtomicLong();

    final UrlTransport reads;
    final Cluster cluster;

    FollowedCluster(Path folder) throws IOException {
        api.define(GROUP, "network-attachment-definitions", "NetworkAttachmentDefinition", true);
        var there = new InCluster(
                URI.create(api.url()),
                Files.writeString(folder.resolve("token"), "pods-own\n"),
                Files.writeString(folder.resolve("ca.crt"), api.caPem()));
        reads = new UrlTransport(there, "multus");
        cluster = Cluster.follow(
                reads,
                new KeptHttpClientTransport(there, "multus"),
                Optional.of("node1"),
                new Clocks(() -> Instant.parse("2030-01-02T03:04:05.5Z"), () -> System.nanoTime() + ahead.get()),
                RandomGenerator.of("L64X128MixRandom"),
                QUICK);
        await().until(cluster::hasListed);
        await().until(() -> api.requests("WATCH ").size() == 2);
    }

    /** Puts the pod there, as it is on this node, and gives its uid. */
    String putPod(String annotations) {
        return api.put(POD, "{metadata: {annotations: " + annotations + "}, spec: {nodeName: 'node1'}}")
                .at("/metadata/uid")
                .asText();
    }

    /** Lets the daemon hear no more of what happens, though its connections stand. */
    void silence() {
        api.watches().silence();
    }

    static PodIdentity pod(String uid) {
        return new PodIdentity("shop", "cart", uid);
    }

    static NodePod known(String uid) {
        return new NodePod("shop", "cart", uid, PodAnnotations.NONE, Optional.empty());
    }

    static Deadline within(Duration time) {
        return Deadline.in(time, System::nanoTime);
    }

    static Deadline soon() {
        return within(Duration.ofSeconds(20));
    }

    @Override
    public void close() {
        cluster.close();
        api.close();
    }
}
