// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.kills;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Two replicas of the controller; whichever leads is killed. */
final class KilledReplicas implements AutoCloseable {
    /** A lease that nobody gave back ends after 15 s. */
    private static final Duration TAKEOVER = Duration.ofSeconds(40);

    private final FakeApiServer api;
    private final Path folder;
    private final Path kubeconfig;
    private final Map<String, ControllerProcess> byName = new TreeMap<>();

    KilledReplicas(FakeApiServer api, Path folder) throws IOException {
        this.api = api;
        this.folder = folder;
        this.kubeconfig = Files.writeString(folder.resolve("kubeconfig"), kubeconfig(api));
        start("controller-1");
        start("controller-2");
        awaitAnyLeader();
    }

    /**
     * Kills the leader.
     *
     * @param moment after the replica that was killed before has been started again, or the other has led
     * @param comesBack whether its container is started again before anybody notices; else the other replica leads first
     */
    void killLeader(Duration moment, boolean comesBack) throws IOException, InterruptedException {
        var leader = awaitAnyLeader();
        var process = Objects.requireNonNull(byName.remove(leader));
        assertThat(process.endsWithin(moment)).as("ended by itself").isFalse();
        process.kill();
        if (!comesBack) {
            await("the other leads").atMost(TAKEOVER).until(() -> !holder().equals(leader));
        }
        start(leader);
    }

    private String awaitAnyLeader() {
        await("somebody leads").atMost(TAKEOVER).until(() -> byName.containsKey(holder()));
        return holder();
    }

    private String holder() {
        return api.get(FakeCluster.LEASE)
                .map(lease -> lease.at("/spec/holderIdentity").asText())
                .orElse("");
    }

    private void start(String pod) throws IOException {
        byName.put(pod, new ControllerProcess(pod, kubeconfig, log(pod)));
    }

    private Path log(String pod) {
        return folder.resolve(pod + ".log");
    }

    static String kubeconfig(FakeApiServer api) {
        var authority = Base64.getEncoder().encodeToString(api.caPem().getBytes(StandardCharsets.US_ASCII));
        return """
                apiVersion: v1
                kind: Config
                clusters: [{name: fake, cluster: {server: '%s', certificate-authority-data: %s}}]
                users: [{name: fake, user: {token: fake}}]
                contexts: [{name: fake, context: {cluster: fake, user: fake}}]
                current-context: fake
                """.formatted(api.url(), authority);
    }

    @Override
    public void close() {
        byName.values().forEach(ControllerProcess::close);
    }
}
