// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests under other configurations of the daemon than the usual one. */
class SettingsOfCommandsIT {
    @TempDir
    private Path folder;

    @Test
    void podsUseNetworksOfTheirOwnNamespaceAlone() throws IOException, InterruptedException {
        try (var daemon = new TestDaemon(folder, UnknownPods.TRIED_AGAIN, ",\"namespaceIsolation\":true")) {
            daemon.cluster.pod("a", "u-a", "other/red");

            assertThat(daemon.ask("ADD", "a").body())
                    .contains(
                            "namespace isolation enabled, annotation violates permission, pod is in namespace shop but"
                                    + " refers to target namespace other");
            assertThat(daemon.plugins.calls()).isEmpty();
        }
    }

    @Test
    void aDelThatIsToBeRetriedKeepsTheList() throws IOException, InterruptedException {
        try (var daemon = new TestDaemon(folder, UnknownPods.TRIED_AGAIN, ",\"retryDeleteOnError\":true")) {
            daemon.cluster.pod("a", "u-a", "red");
            daemon.ask("ADD", "a");
            daemon.plugins.fail("DEL", "red", 42);
            assertThat(daemon.ask("DEL", "a").status()).isEqualTo(400);
            assertThat(daemon.kept()).contains("a");

            daemon.plugins.noSteps();
            daemon.cluster.deletePod("a");

            daemon.deleteLeavesNothing("a");
        }
    }

    /** The code of a plugin's error makes shims tell it in other words than upstream's do. */
    @Test
    void failuresAreToldInUpstreamsWordsAloneWhereThatIsAskedFor() throws IOException, InterruptedException {
        try (var daemon = new TestDaemon(folder, UnknownPods.TRIED_AGAIN, ",\"upstreamErrorCodes\":true")) {
            daemon.cluster.pod("a", "u-a", "red");
            daemon.plugins.fail("ADD", "red", 42);

            var reply = daemon.ask("ADD", "a");

            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.body()).startsWith("ContainerID:").doesNotContain("\"code\"");
        }
    }

    @Test
    void unknownPodsAreAnsweredAsUpstreamDoesWhereThatIsAskedFor() throws IOException, InterruptedException {
        try (var daemon = new TestDaemon(folder, UnknownPods.ANSWERED_WITHOUT_NETWORK, "")) {
            var reply = daemon.ask("ADD", "a");

            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.body())
                    .isEqualTo(
                            "{\"Result\":{\"cniVersion\":\"1.1.0\",\"interfaces\":[{\"name\":\"eth0\",\"sandbox\":\"/run/netns/a\"}],"
                                    + "\"ips\":[{\"address\":\"0.0.0.0/0\",\"gateway\":\"0.0.0.0\"}]}}");
            assertThat(daemon.plugins.calls()).isEmpty();
        }
    }
}
