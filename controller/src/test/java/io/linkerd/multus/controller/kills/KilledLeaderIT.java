// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.kills;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code -Dkills} says how often, and {@code -Dkills.seed} which moments and changes are chosen. */
@Execution(ExecutionMode.CONCURRENT)
class KilledLeaderIT {
    private static final int KILLS = Integer.getInteger("kills", 6);
    private static final long SEED = Long.getLong("kills.seed", 20261123);
    /** From before the first line of a leader that came back to its work after its first look at everything. */
    private static final int LATEST_KILL_MILLIS = 5000;
    /** One in so many does not come back before the other leads. */
    private static final int TAKEOVERS = 4;

    private static final Duration IN_THE_END = Duration.ofSeconds(60);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private final FakeApiServer api = FakeApiServer.tls()
            .define("k8s.cni.cncf.io/v1", "network-attachment-definitions", "NetworkAttachmentDefinition", true);

    @BeforeEach
    void makeRelease() {
        api.put(FakeCluster.ROLE, "{}");
        api.put("/api/v1/namespaces/linkerd-multus", "{}");
    }

    @AfterEach
    void stopApi() {
        api.close();
    }

    @Test
    void whoeverLeadsAfterAKillLosesNothingAndDoesNothingTwice() throws Exception {
        var random = new Random(SEED);
        var load = new Load(api, random.nextLong());
        try (load;
                var replicas = new KilledReplicas(api, folder)) {
            load.start();
            for (var kill = 1; kill <= KILLS; kill++) {
                replicas.killLeader(Duration.ofMillis(random.nextInt(LATEST_KILL_MILLIS)), kill % TAKEOVERS != 0);
            }
            load.close();
            await("the end")
                    .atMost(IN_THE_END)
                    .untilAsserted(() -> assertThat(lost(load.configs())).isEmpty());
        }
        var deeds = new Deeds(api.history());
        assertThat(deeds.unasked()).isEmpty();
        assertThat(Load.STEADY)
                .allSatisfy(namespace -> assertThat(deeds.changes(namespace)).isLessThanOrEqualTo(load.configs()));
        assertThat(told()).as("once each").containsExactlyInAnyOrder("NetworkAttachmentNotOurs 1", "UidRangeInvalid 1");
    }

    /** {@return the namespaces that are not as they ask} */
    private List<String> lost(int proxyUid) {
        return Stream.concat(Load.STEADY.stream(), Load.FICKLE.stream())
                .filter(namespace -> !isAsItAsks(namespace, "\"proxy-uid\":" + proxyUid + "}"))
                .toList();
    }

    private boolean isAsItAsks(String namespace, String config) {
        var asks = api.get(Load.path(namespace)).filter(Load::asks).isPresent();
        var found = api.get(FakeCluster.attachment(namespace));
        return asks
                ? found.filter(one -> one.at("/spec/config").asText().contains(config))
                        .isPresent()
                : found.isEmpty();
    }

    private Stream<String> told() {
        return api.list("/api/v1/namespaces/" + Load.WRONG + "/events").stream().map(KilledLeaderIT::inWords);
    }

    private static String inWords(JsonNode event) {
        return event.path("reason").asText() + " " + event.path("count").asText();
    }
}
