// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Annotations by which one pod would take the node's daemon more memory or time than all others together. */
class LongAnnotationsIT {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String TEXT = "\"x\":\"" + "x".repeat(1_000_000) + "\"";

    @TempDir
    private Path folder;

    private TestDaemon daemon;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        daemon = new TestDaemon(folder);
    }

    @AfterEach
    void stop() {
        daemon.close();
    }

    @Test
    void aThousandMissingDefinitionsAreOneQuestion() {
        daemon.cluster.pod("a", "u-a", names("missing-", 1_000));

        assertThat(daemon.ask("ADD", "a").body()).contains("(missing-0)");
        assertThat(daemon.cluster.asked).hasSize(1);
    }

    @Test
    void ofTenNetworksTheOneThatIsMissingIsNamed() {
        daemon.cluster.pod("a", "u-a", "red@a,red@b,red@c,red@d,red@e,red@f,missing,red@h,red@i,blue");

        assertThat(daemon.ask("ADD", "a").body()).contains("(missing) in namespace (shop)");
        assertThat(daemon.cluster.events)
                .singleElement()
                .satisfies(event -> assertThat(event.reason()).isEqualTo("NoNetworkFound"));
    }

    @Test
    void ofFiftyLongDefinitionsThreeAreAskedFor() {
        var config = "{\"name\":\"n\",\"type\":\"red\"," + TEXT + "}";
        for (int number = 0; number < 50; number++) {
            daemon.cluster.define("shop", "long-" + number, config);
        }
        daemon.cluster.pod("a", "u-a", names("long-", 50));

        assertThat(daemon.ask("ADD", "a").body()).contains("longer than 2097152 bytes together");
        assertThat(daemon.cluster.asked).hasSizeLessThanOrEqualTo(3);
        assertThat(daemon.kept()).isEmpty();
    }

    @Test
    void aSecondPodOfLongNetworksIsTriedAgainWhileAUsualOneIsServed() {
        daemon.cluster.define("shop", "long-blue", "{\"name\":\"n\",\"plugins\":[{\"type\":\"blue\"," + TEXT + "}]}");
        daemon.cluster.define("shop", "long-red", "{\"type\":\"red\"," + TEXT + "}");
        daemon.cluster.pod("a", "u-a", "long-red,long-blue");
        daemon.cluster.pod("b", "u-b", "long-red,long-red");
        daemon.cluster.pod("c", "u-c", "red");
        daemon.plugins.hold("ADD", "blue");
        try (var _ = daemon.begin("ADD", "a")) {
            await().atMost(LONG).until(daemon.plugins::isHeld);

            assertThat(daemon.ask("ADD", "b").body())
                    .contains("\"code\":11")
                    .contains("requests with long network configurations are in work");
            assertThat(daemon.ask("ADD", "c").status()).isEqualTo(200);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        await().atMost(LONG).until(() -> daemon.ask("ADD", "b").status() == 200);
        assertThat(daemon.ask("CHECK", "b").status()).isEqualTo(200);
        assertThat(daemon.ask("DEL", "b").status()).isEqualTo(200);
        assertThat(daemon.ask("DEL", "a").status()).isEqualTo(200);
        assertThat(daemon.plugins.ledger()).containsExactly("c.eth0.main", "c.net1.red");
    }

    private static String names(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(number -> prefix + number).collect(Collectors.joining(","));
    }
}
