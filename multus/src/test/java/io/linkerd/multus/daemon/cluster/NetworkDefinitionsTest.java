// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import static io.linkerd.multus.daemon.cluster.FollowedCluster.NETWORK;
import static io.linkerd.multus.daemon.cluster.FollowedCluster.soon;
import static io.linkerd.multus.daemon.cluster.FollowedCluster.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.daemon.networks.NetworkDefinition;
import io.linkerd.multus.daemon.networks.NetworkName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class NetworkDefinitionsTest {
    private static final NetworkName BLUE = new NetworkName("shop", "blue");
    private static final String CONFIG = "{\"cniVersion\":\"1.0.0\",\"type\":\"bridge\"}";
    private static final String SPEC = "spec: {config: '" + CONFIG + "', more: [1, {a: null}]}";

    @TempDir
    private Path folder;

    private FollowedCluster there;
    private NetworkDefinitions definitions;

    @BeforeEach
    void follow() throws Exception {
        there = new FollowedCluster(folder);
        definitions = there.cluster.definitions();
    }

    @AfterEach
    void end() {
        there.close();
    }

    private void awaitKnown() {
        await().until(() -> definitions.followed().get("shop/blue").isPresent());
    }

    @Test
    void aDefinitionThatTheWatchHasToldIsNotAskedFor() {
        there.api.put(
                NETWORK, "{metadata: {annotations: {'k8s.v1.cni.cncf.io/resourceName': 'a/b', c: 'd'}}, " + SPEC + "}");
        awaitKnown();

        assertThat(definitions.find(BLUE, soon()))
                .isEqualTo(new DefinitionLookup.Found(new NetworkDefinition(BLUE, CONFIG, Optional.of("a/b"))));
        assertThat(there.api.requests("GET " + NETWORK)).isEmpty();
    }

    @Test
    void aDefinitionThatWasChangedIsAsItIsNow() {
        there.api.put(NETWORK, "{" + SPEC + "}");
        awaitKnown();
        there.api.edit(NETWORK, "{spec: null}");

        await().until(() -> definitions
                .find(BLUE, soon())
                .equals(new DefinitionLookup.Found(new NetworkDefinition(BLUE, "", Optional.empty()))));
    }

    @Test
    void aDefinitionThatTheWatchDoesNotKnowYetIsAskedFor() {
        there.silence();
        there.api.put(NETWORK, "{" + SPEC + "}");

        assertThat(definitions.find(BLUE, soon()))
                .isEqualTo(new DefinitionLookup.Found(new NetworkDefinition(BLUE, CONFIG, Optional.empty())));
    }

    @Test
    void thoseThatAreThereBeforeTheDaemonAreListed() throws Exception {
        for (int number = 0; number < 300; number++) {
            there.api.put(NETWORK + number, "{" + SPEC + "}");
        }
        there.api.compact();
        there.api.watches().expire();

        await().until(() -> definitions.followed().all().count() == 300);
    }

    @Test
    void aDefinitionThatDoesNotExistIsNotFound() {
        assertThat(definitions.find(BLUE, soon())).isEqualTo(new DefinitionLookup.NotFound());
    }

    /** Else a pod without any definition gets the first configuration of the node's folder, past all isolation. */
    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "blue/status", "../network-attachment-definitions/blue"})
    void aNameThatIsNoneIsNotTheListOfAllThatThereAre(String name) {
        there.api.put(NETWORK, "{" + SPEC + "}");

        assertThat(definitions.find(new NetworkName("shop", name), soon())).isEqualTo(new DefinitionLookup.NotFound());
    }

    @Test
    void aClusterWithoutTheKindHasNoDefinition() {
        there.api.undefine("k8s.cni.cncf.io/v1", "network-attachment-definitions");

        assertThat(definitions.find(BLUE, soon())).isEqualTo(new DefinitionLookup.NotFound());
    }

    @Test
    void whatIsNotKnownIsUnansweredInTimeWhileTheApiServerIsAway() {
        there.api.refuseConnections();

        assertThat(definitions.find(BLUE, within(Duration.ofMillis(500))))
                .isInstanceOf(DefinitionLookup.Unanswered.class);
    }

    @Test
    void aDefinitionThatIsLongerThanIsKeptIsAskedFor() {
        var config = "{\"type\":\"" + "x".repeat(20_000) + "\"}";
        there.api.put(NETWORK, "{spec: {config: '" + config + "'}}");
        there.api.put(NETWORK + "-later", "{" + SPEC + "}");
        await().until(() -> definitions.followed().get("shop/blue-later").isPresent());

        assertThat(definitions.followed().all().count()).isEqualTo(1);
        assertThat(definitions.find(BLUE, soon()))
                .isEqualTo(new DefinitionLookup.Found(new NetworkDefinition(BLUE, config, Optional.empty())));
    }
}
