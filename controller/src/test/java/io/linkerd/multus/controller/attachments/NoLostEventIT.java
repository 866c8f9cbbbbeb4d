// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.service.fakeapi.WatchTrouble;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The look at all that is behind the watches comes five minutes after the start: what these tests see came by a watch. */
class NoLostEventIT {
    /** Watches come back within 7 s; a namespace that asked no more has its pods looked at for some seconds then. */
    private static final Duration IN_THE_END = Duration.ofSeconds(45);

    private static final int NAMESPACES = 6;
    private static final int STEPS = 60;

    @ParameterizedTest
    @ValueSource(longs = {1, 10, 11})
    void attachmentsReachTheRightEndWhateverGapsTheWatchesHad(long seed) {
        try (var cluster = new FakeCluster()) {
            var world = new World(cluster, new Random(seed));
            var trouble = new WatchTrouble(cluster.api(), ~seed);
            cluster.configMap("0");
            cluster.start();
            await("leads").atMost(FakeCluster.SOON).until(cluster::leads);

            for (int step = 1; step <= STEPS; step++) {
                world.change(step);
                trouble.next();
                waitForSomethingToHappen(cluster);
            }
            trouble.end();

            await(trouble.toString())
                    .atMost(IN_THE_END)
                    .untilAsserted(() -> assertThat(world.seen()).isEqualTo(world.wanted()));
        }
    }

    /** So that trouble meets watches that are open as well as such as are being opened. */
    private static void waitForSomethingToHappen(FakeCluster cluster) {
        int before = cluster.api().requests("").size();
        await().pollInterval(Duration.ofMillis(5))
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().requests("").size() > before);
    }

    /** What people and programs do to a few namespaces, and what has to come of it. */
    private static final class World {
        private final FakeCluster cluster;
        private final Random random;
        private final Map<String, Boolean> asking = new TreeMap<>();
        private String proxyUid = "0";

        World(FakeCluster cluster, Random random) {
            this.cluster = cluster;
            this.random = random;
        }

        void change(int step) {
            var namespace = "n" + random.nextInt(NAMESPACES);
            switch (random.nextInt(6)) {
                case 0, 1 -> ask(namespace, true);
                case 2 -> ask(namespace, false);
                case 3 -> {
                    proxyUid = Integer.toString(step);
                    cluster.configMap(proxyUid);
                }
                case 4 -> cluster.api().remove(FakeCluster.attachment(namespace));
                default -> drift(namespace);
            }
        }

        Map<String, String> wanted() {
            return asking.entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue() ? proxyUid : ""));
        }

        Map<String, String> seen() {
            return asking.keySet().stream().collect(Collectors.toMap(Function.identity(), cluster::proxyUid));
        }

        private void ask(String namespace, boolean now) {
            asking.put(namespace, now);
            cluster.namespace(namespace, now ? "enabled" : "disabled");
        }

        private void drift(String namespace) {
            cluster.api().editIfPresent(FakeCluster.attachment(namespace), "{spec: {config: '{}'}}");
        }
    }
}
