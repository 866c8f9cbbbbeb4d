// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import static io.linkerd.multus.daemon.server.TestServer.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many clients at once. */
@Timeout(120)
class ManyClientsIT {
    private static final int CLIENTS = 1_000;

    @TempDir
    private Path parent;

    @Test
    void servesAThousandClientsThatConnectLongBeforeTheySend() throws Exception {
        try (var served = new TestServer(parent, TestServer.ROOMY)) {
            var clients = new ArrayList<UnixClient>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(served.connect());
            }
            eventually().until(() -> served.connections() == CLIENTS);
            for (int i = 0; i < CLIENTS; i++) {
                clients.get(i).send(UnixClient.post("/cni", "c" + i + "/add" + i));
            }

            for (int i = 0; i < CLIENTS; i++) {
                assertThat(clients.get(i).reply().body()).isEqualTo("{\"did\":\"add" + i + "\"}");
            }
            assertThat(served.handler.begun()).hasSize(CLIENTS);
            assertThat(served.inWork()).isZero();
            eventually().until(() -> served.connections() == 0);
        }
    }

    @Test
    void servesAThousandRequestsThatWaitForOneContainerEach() throws Exception {
        try (var served = new TestServer(parent, TestServer.ROOMY)) {
            var clients = new ArrayList<UnixClient>();
            IntStream.range(0, CLIENTS).forEach(i -> served.handler.hold("add" + i));
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(served.connect().send(UnixClient.post("/cni", "c" + i + "/add" + i)));
            }
            eventually().until(() -> served.inWork() == 64 && served.waiting() == CLIENTS - 64);

            assertThat(served.ask(UnixClient.post("/readyz", "null")).status()).isEqualTo(200);

            IntStream.range(0, CLIENTS).forEach(i -> served.handler.letGo("add" + i));
            for (var client : clients) {
                assertThat(client.reply().status()).isEqualTo(200);
            }
        }
    }

    /** What was read of a client that had gone lay beside the heap until the next collection, which does not come where little is allocated. */
    @Test
    void keepsNothingBesideTheHeapOfClientsThatWereServed() throws Exception {
        try (var served = new TestServer(parent, TestServer.ROOMY)) {
            var padding = "x".repeat(6_000);
            served.cni("c/" + padding);
            long before = besideTheHeap();
            for (int i = 0; i < CLIENTS; i++) {
                served.cni("c/" + padding);
            }

            assertThat(besideTheHeap() - before).isLessThan(1 << 20);
        }
    }

    private static long besideTheHeap() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    @Test
    void hasTheOldestSilentClientGiveWay() throws Exception {
        var roomy = TestServer.ROOMY;
        var narrow = new ServerLimits(
                roomy.body(), roomy.memory(), 2, 2, roomy.containers(), roomy.node(), TestServer.PATIENT);
        try (var served = new TestServer(parent, narrow);
                var oldest = served.connect();
                var _ = served.begin("a", "add");
                var _ = served.begin("b", "add2");
                var _ = served.connect();
                var _ = served.connect()) {
            assertThat(oldest.rest()).isEmpty();
            assertThat(served.refused("displaced")).isEqualTo(1);
            assertThat(served.ask(UnixClient.request("GET", "/healthz", "")).status())
                    .isEqualTo(200);
            var refused = served.cni("c/late");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body()).contains("\"code\":11", "too many connections with requests");
        }
    }

    /** Clients of a few containers, some of whom go away, in histories that their seeds repeat. */
    @Test
    void keepsEachContainersOrderInGeneratedHistories() throws Exception {
        for (long seed = 0; seed < 20; seed++) {
            try (var served = new TestServer(parent, TestServer.ROOMY)) {
                new History(served, seed).live();
            }
        }
    }

    private static final class History {
        private record Asked(UnixClient client, String container, String name) {}

        private final TestServer served;
        private final String told;
        private final Random random;
        private final List<Asked> open = new ArrayList<>();
        private final List<String> gone = new ArrayList<>();
        private final List<Asked> all = new ArrayList<>();

        History(TestServer served, long seed) {
            this.served = served;
            this.told = "seed " + seed;
            this.random = new Random(seed);
        }

        void live() throws Exception {
            for (int step = 0; step < 40; step++) {
                switch (random.nextInt(4)) {
                    case 0, 1 -> ask("c" + random.nextInt(4), "r" + step);
                    case 2 -> letGo();
                    default -> leave();
                }
            }
            while (!open.isEmpty()) {
                letGo();
            }
            eventually().until(() -> served.connections() == 0);
            check();
        }

        /** The order of two requests is that in which they are known to wait. */
        private void ask(String container, String name) throws Exception {
            served.handler.hold(name);
            long before = served.inWork() + served.waiting();
            var asked =
                    new Asked(served.connect().send(UnixClient.post("/cni", container + "/" + name)), container, name);
            eventually().alias(told).until(() -> served.inWork() + served.waiting() == before + 1);
            open.add(asked);
            all.add(asked);
        }

        /** Ends one that is in work. */
        private void letGo() throws Exception {
            eventually().alias(told).until(() -> open.isEmpty() || open.stream().anyMatch(this::isBegun));
            var begun = open.stream().filter(this::isBegun).toList();
            if (!begun.isEmpty()) {
                var one = begun.get(random.nextInt(begun.size()));
                served.handler.letGo(one.name());
                assertThat(one.client().reply().body()).as(told).isEqualTo("{\"did\":\"" + one.name() + "\"}");
                settled(one);
            }
        }

        private void leave() throws Exception {
            if (!open.isEmpty()) {
                var one = open.get(random.nextInt(open.size()));
                one.client().close();
                gone.add(one.name());
                settled(one);
            }
        }

        private void settled(Asked one) {
            open.remove(one);
            eventually().alias(told).until(() -> served.inWork() + served.waiting() == open.size());
        }

        private boolean isBegun(Asked asked) {
            return served.handler.begun().contains(asked.name());
        }

        private void check() {
            assertThat(served.handler.violations()).as(told).isEmpty();
            var begun = served.handler.begun();
            for (int i = 0; i < 4; i++) {
                var container = "c" + i;
                var sent = all.stream()
                        .filter(asked -> asked.container().equals(container))
                        .map(Asked::name);
                var expected = sent.filter(name -> begun.contains(name) || !gone.contains(name))
                        .toList();
                assertThat(begun.stream().filter(expected::contains).toList())
                        .as(told)
                        .isEqualTo(expected);
            }
        }
    }
}
