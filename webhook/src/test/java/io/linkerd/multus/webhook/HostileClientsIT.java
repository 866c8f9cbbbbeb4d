// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever reaches the port, in the heap that the image has. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Isolated("what a client has to wait for is bounded in time")
class HostileClientsIT {
    private static final int LARGEST = 7 << 20;
    private static final String POLITE = "127.0.0.1";
    /** What the chart has API servers wait for; how long it is on a machine with nothing else to do is the benchmark's to tell. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final List<String> HOSTILE = List.of("127.0.0.2", "127.0.0.3");
    private static final byte[] REVIEW = WebhookFixture.review("shop", "{\"name\":\"web\"}");

    private ForkedWebhook webhook;

    @BeforeAll
    void start() throws IOException {
        webhook = new ForkedWebhook().ready();
    }

    @AfterAll
    void stop() {
        webhook.close();
    }

    /** What a review is filled with, up to the largest that is received. */
    record Filling(String name, String begin, String unit, String end, int status) {
        byte[] document() {
            var text = new StringBuilder(LARGEST).append(begin);
            for (int i = 0; text.length() + unit.length() + 10 + end.length() <= LARGEST; i++) {
                text.append(unit.replace("#", Integer.toString(i)));
            }
            return text.append(end).toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Filling> fillings() {
        var head = "{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\",\"request\":{\"uid\":\"u\","
                + "\"operation\":\"CREATE\",\"resource\":{\"group\":\"\",\"version\":\"v1\",\"resource\":\"pods\"},"
                + "\"namespace\":\"shop\",\"object\":";
        var kilobyte = "a".repeat(1000);
        return Stream.of(
                new Filling("a text that is passed over", head + "{\"x\":\"", kilobyte, "\"}}}", 200),
                new Filling("a text that is kept", "{\"apiVersion\":\"", kilobyte, "\"}", 400),
                new Filling(
                        "an annotation",
                        head + "{\"metadata\":{\"annotations\":{\"k8s.v1.cni.cncf.io/networks\":\"",
                        kilobyte,
                        "\"}}}}}",
                        400),
                new Filling("a name", "{\"", kilobyte, "\":1}", 400),
                new Filling("a number", "{\"x\":1", "1".repeat(1000), "}", 400),
                new Filling("a fraction", "{\"x\":1.1", "1".repeat(1000), "}", 400),
                new Filling("names", head + "{\"x\":1", ",\"#\":1", "}}}", 200),
                new Filling("nested names", "", "{\"" + "a".repeat(4900) + "\":", "1", 400),
                new Filling("containers", head + "{\"spec\":{\"containers\":[{}", ",{}", "]}}}}", 400),
                new Filling(
                        "names of containers",
                        head + "{\"spec\":{\"containers\":[{}",
                        ",{\"name\":\"" + "a".repeat(100_000) + "\"}",
                        "]}}}}",
                        400));
    }

    @ParameterizedTest
    @MethodSource("fillings")
    void aLargeReviewDoesNotEndTheProcess(Filling filling) throws Exception {
        var document = filling.document();

        var statuses = atOnce(6, () -> {
            try (var client = webhook.connect(HOSTILE.getFirst())) {
                client.head("POST", "/mutate/pods", "application/json", document.length);
                client.writeQuietly(document);
                return client.read().status();
            }
        });

        assertThat(statuses).hasSize(6).containsOnly(filling.status());
        assertThat(webhook.isAlive()).isTrue();
        assertPoliteIsAnswered();
    }

    /** To decipher ten of them took two seconds more of a processor, however busy the machine was. */
    @Test
    void theRestOfARefusedBodyIsNotDeciphered() throws Exception {
        var review = new Filling("a text that is kept", "{\"apiVersion\":\"", "a".repeat(1000), "\"}", 400).document();
        refused(review);
        var before = webhook.work();

        for (int i = 0; i < 10; i++) {
            refused(review);
        }

        assertThat(webhook.work().minus(before)).isLessThan(Duration.ofMillis(1500));
    }

    private void refused(byte[] review) throws Exception {
        try (var client = webhook.connect(HOSTILE.getFirst())) {
            client.head("POST", "/mutate/pods", "application/json", review.length);
            client.writeQuietly(review);
            assertThat(client.read().status()).isEqualTo(400);
        }
    }

    @Test
    void sixOfTheLargestReviewsAtOnceAreAnswered() throws Exception {
        var networks = "a".repeat(200) + "," + "net,".repeat(900) + "b";
        var pod =
                "{\"name\":\"web\",\"annotations\":{\"k8s.v1.cni.cncf.io/networks\":\"" + networks + "\",\"other\":\"";
        var fill = LARGEST - new String(WebhookFixture.review("shop", pod + "\"}}"), StandardCharsets.UTF_8).length();
        var review = WebhookFixture.review("shop", pod + "x".repeat(fill) + "\"}}");
        assertThat(review).hasSize(LARGEST);
        for (int round = 0; round < 3; round++) {
            var answers = atOnce(6, () -> {
                try (var client = webhook.connect(POLITE)) {
                    return client.post(review);
                }
            });
            assertThat(answers).hasSize(6).allSatisfy(answer -> {
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.body()).contains("\"patchType\":\"JSONPatch\"");
            });
        }
    }

    /** Each becomes some times as long while it is judged. */
    @Test
    void manyLongAttachmentsAtOnceDoNotEndTheProcess() throws Exception {
        var config = new StringBuilder("{\\\"type\\\":\\\"a\\\"");
        IntStream.range(0, 6_000).forEach(i -> config.append(",\\\"").append(i).append("\\\":0"));
        var review =
                ("{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\",\"request\":{\"uid\":\"u-1\","
                                + "\"operation\":\"CREATE\",\"namespace\":\"shop\",\"resource\":{\"group\":\"k8s.cni.cncf.io\","
                                + "\"version\":\"v1\",\"resource\":\"network-attachment-definitions\"},"
                                + "\"object\":{\"metadata\":{\"name\":\"lan\"},\"spec\":{\"config\":\"" + config
                                + "}\"}}}}")
                        .getBytes(StandardCharsets.UTF_8);

        var answers = atOnce(200, () -> judgement(review));

        assertThat(answers.stream().flatMap(Optional::stream))
                .isNotEmpty()
                .allSatisfy(answer -> assertThat(answer.status()).isIn(200, 408, 429))
                .filteredOn(answer -> answer.status() == 200)
                .allSatisfy(answer -> assertThat(answer.body()).contains("\"allowed\":true"));
        assertThat(webhook.isAlive()).isTrue();
        assertPoliteIsAnswered();
    }

    /** Nothing where the other side hung up. */
    private Optional<TlsClient.Response> judgement(byte[] review) throws GeneralSecurityException {
        try (var client = webhook.connect(HOSTILE.getFirst())) {
            var path = "/validate/network-attachment-definitions?timeout=5s";
            client.head("POST", path, "application/json", review.length);
            client.writeQuietly(review);
            return Optional.of(client.read());
        } catch (IOException turnedAway) {
            return Optional.empty();
        }
    }

    @Test
    void twoRequestsThatAnnounceMuchAndSendAByteHoldNobodyUp() throws Exception {
        try (var one = webhook.connect(HOSTILE.getFirst());
                var other = webhook.connect(HOSTILE.getFirst())) {
            for (var client : List.of(one, other)) {
                client.head("POST", "/mutate/pods", "application/json", LARGEST);
                client.write(new byte[] {'{'});
            }
            assertPoliteIsAnswered();
        }
    }

    /** It has a second more than the deadline, and sends a byte every tenth of one. */
    @Test
    void aTrickleEndsWhenTheTimeForARequestIsOver() throws Exception {
        try (var client = webhook.connect(HOSTILE.getFirst())) {
            client.head("POST", "/mutate/pods", "application/json", LARGEST);
            var trickle = Thread.ofVirtual().start(() -> trickle(client));

            var answer = client.read();

            assertThat(answer.status()).isEqualTo(408);
            assertThat(answer.closes()).isTrue();
            trickle.join();
        }
    }

    /** Of 180 they took all direct memory: honest reviews were answered with 500, and the replica said that it was ready. */
    @Test
    void answersThatAreNotReadTakeNoMemoryFromOthers() throws Exception {
        var review = longReview();
        var honest = WebhookFixture.review(
                "shop", "{\"name\":\"web\",\"annotations\":{\"other\":\"" + "y".repeat(100_000) + "\"}}");
        var clients = Collections.synchronizedList(new ArrayList<TlsClient>());
        var stop = new AtomicBoolean();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                for (int i = 0; i < 180; i++) {
                    var from = HOSTILE.get(i % HOSTILE.size());
                    threads.execute(() -> askAndReadNothing(stop, from, review, clients));
                }
                await().atMost(Duration.ofMinutes(1)).until(() -> dismissed("memory") + dismissed("unread") > 0);
                for (int i = 0; i < 100; i++) {
                    try (var polite = webhook.connect(POLITE)) {
                        assertThat(polite.post(honest).status()).isEqualTo(200);
                    }
                    assertThat(metric("held_bytes")).isLessThanOrEqualTo(10 << 20);
                }
            } finally {
                stop.set(true);
                for (var client : List.copyOf(clients)) {
                    client.close();
                }
            }
        }
        assertThat(webhook.get("/readyz").statusCode()).isEqualTo(200);
        await().atMost(Duration.ofMinutes(1)).until(() -> metric("held_bytes") == 0);
    }

    /** Its requests in a row were answered for as long as it sent them. */
    @Test
    void whoReadsNoAnswerIsClosed() throws Exception {
        var before = dismissed("unread");
        var clients = Collections.synchronizedList(new ArrayList<TlsClient>());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var review = longReview();
            threads.execute(() -> askAndReadNothing(new AtomicBoolean(), HOSTILE.getFirst(), review, clients));
            await().atMost(Duration.ofMinutes(1)).until(() -> dismissed("unread") > before);
        }
        assertPoliteIsAnswered();
        await().atMost(Duration.ofMinutes(1)).until(() -> metric("held_bytes") == 0);
    }

    /** One after another, so that no requests on their way use up the memory. It counted as sent before anything was taken. */
    @Test
    void whatIsNotReadUsesUpTheMemoryOfAll() throws Exception {
        var before = dismissed("memory");
        var review = longReview();
        var clients = new ArrayList<TlsClient>();
        try {
            for (int i = 0; i < 60 && dismissed("memory") == before; i++) {
                var client = webhook.connectNarrowly(HOSTILE.getFirst());
                clients.add(client);
                client.head("POST", "/mutate/pods?timeout=5s", "application/json", review.length);
                client.writeQuietly(review);
            }
            await().atMost(Duration.ofSeconds(10)).until(() -> dismissed("memory") > before);
        } finally {
            for (var client : clients) {
                client.close();
            }
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> metric("held_bytes") == 0);
    }

    /** From two addresses, each with as many as one may have: there is no place for a third until one of theirs is closed. */
    @Test
    void silentConnectionsToTheHealthPortDoNotTakeItOutOfService() throws Exception {
        var silent = new ArrayList<Socket>();
        for (var from : HOSTILE) {
            silent.addAll(idle(from, 100, webhook.healthPort));
        }
        try {
            for (int look = 0; look < 20; look++) {
                assertThat(webhook.get("/readyz").statusCode()).isEqualTo(200);
                assertThat(webhook.get("/livez").statusCode()).isEqualTo(200);
            }
        } finally {
            closeAll(silent);
        }
    }

    private static byte[] longReview() {
        return WebhookFixture.review(
                "shop",
                "{\"name\":\"web\",\"annotations\":{\"k8s.v1.cni.cncf.io/networks\":\"" + "a".repeat(250 << 10)
                        + "\"}}");
    }

    /** Until it is cut off, which a kernel tells that has no room for more. */
    private void askAndReadNothing(AtomicBoolean stop, String from, byte[] review, List<TlsClient> clients) {
        try {
            var client = webhook.connectNarrowly(from);
            clients.add(client);
            while (!stop.get()) {
                client.head("POST", "/mutate/pods?timeout=5s", "application/json", review.length);
                client.write(review);
            }
        } catch (IOException | GeneralSecurityException cutOff) {
            // As it should be.
        }
    }

    private double dismissed(String reason) throws Exception {
        return metric("dismissed_connections_total{reason=\"" + reason + "\"}");
    }

    /** {@return a metric's value; 0 where there is none yet} */
    private double metric(String name) throws Exception {
        var line = "linkerd_multus_webhook_" + name + " ";
        return webhook.get("/metrics")
                .body()
                .lines()
                .filter(metric -> metric.startsWith(line))
                .mapToDouble(metric -> Double.parseDouble(metric.substring(line.length())))
                .sum();
    }

    @Test
    void whoIsTurnedAwayForMemoryIsToldToComeAgain() throws Exception {
        var clients = new ArrayList<TlsClient>();
        try {
            for (int i = 0; i < 12; i++) {
                var client = webhook.connect(HOSTILE.getFirst());
                clients.add(client);
                client.head("POST", "/mutate/pods", "application/json", LARGEST);
                client.write("{".getBytes(StandardCharsets.US_ASCII));
                client.writeQuietly(" ".repeat(600 << 10).getBytes(StandardCharsets.US_ASCII));
            }
            assertPoliteIsAnswered();

            var refused = new ArrayList<TlsClient.Response>();
            for (var client : clients) {
                // Sends no more than was announced, so those who were kept say nothing before their time is over.
                var answer = client.read();
                if (answer.status() == 429) {
                    refused.add(answer);
                }
            }
            assertThat(refused).isNotEmpty().allSatisfy(answer -> {
                assertThat(answer.retryAfter()).isEqualTo("1");
                assertThat(answer.closes()).isTrue();
            });
        } finally {
            for (var client : clients) {
                client.close();
            }
        }
    }

    /** Faster than they could be closed, were they all accepted: then their number would be without bound. */
    @Test
    void aFloodOfConnectionsDoesNotEndTheProcess() throws Exception {
        for (int i = 0; i < 10; i++) {
            for (var from : HOSTILE) {
                closeAll(idle(from, 1000));
            }
        }

        assertThat(webhook.isAlive()).isTrue();
        assertPoliteIsAnswered();
    }

    /** A thousand idle connections, trickles and huge strings from two addresses, and a polite client that wants an answer each time. */
    @Test
    void aPoliteClientGetsEveryAnswerAmongHostileOnes() throws Exception {
        var stop = new AtomicBoolean();
        var waits = new ArrayList<Duration>();
        var sockets = new ArrayList<Socket>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var from : HOSTILE) {
                sockets.addAll(idle(from, 500));
                IntStream.range(0, 20)
                        .forEach(_ -> threads.execute(() -> repeat(stop, from, HostileClientsIT::trickle)));
                IntStream.range(0, 2)
                        .forEach(_ -> threads.execute(() -> repeat(stop, from, HostileClientsIT::hugeString)));
            }
            try (var kept = webhook.connect(POLITE)) {
                for (int i = 0; i < 400; i++) {
                    waits.add(timed(() -> kept.post(REVIEW)));
                    if (i % 4 == 0) {
                        waits.add(timed(() -> {
                            try (var fresh = webhook.connect(POLITE)) {
                                return fresh.post(REVIEW);
                            }
                        }));
                    }
                }
            } finally {
                stop.set(true);
                closeAll(sockets);
            }
        }
        waits.sort(Duration::compareTo);
        assertThat(waits.get(waits.size() * 99 / 100)).isLessThan(PATIENCE);
        assertThat(webhook.isAlive()).isTrue();
    }

    private void assertPoliteIsAnswered() throws Exception {
        assertThat(timed(() -> {
                    try (var polite = webhook.connect(POLITE)) {
                        return polite.post(REVIEW);
                    }
                }))
                .isLessThan(PATIENCE);
    }

    private static Duration timed(Callable<TlsClient.Response> call) throws Exception {
        long start = System.nanoTime();
        var response = call.call();
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).contains("\"allowed\":true");
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static <T> List<T> atOnce(int times, Callable<T> call) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<T>();
            for (var future : threads.invokeAll(Collections.nCopies(times, call))) {
                results.add(future.get());
            }
            return results;
        }
    }

    /** Takes what it gets, and comes back at once. */
    private void repeat(AtomicBoolean stop, String from, Consumer<TlsClient> attack) {
        while (!stop.get()) {
            try (var client = webhook.connect(from)) {
                client.head("POST", "/mutate/pods", "application/json", LARGEST);
                attack.accept(client);
            } catch (Exception turnedAway) {
                // That is what happens to it.
            }
        }
    }

    private static void trickle(TlsClient client) {
        try {
            for (int i = 0; i < 1000; i++) {
                client.write(new byte[] {' '});
                Thread.sleep(100);
            }
        } catch (IOException | InterruptedException ended) {
            // The other side has had enough.
        }
    }

    private static void hugeString(TlsClient client) {
        client.writeQuietly("{\"apiVersion\":\"".getBytes(StandardCharsets.US_ASCII));
        client.writeQuietly("a".repeat(LARGEST - 100).getBytes(StandardCharsets.US_ASCII));
    }

    /** Opens connections on which nothing is ever sent. */
    private List<Socket> idle(String from, int count) {
        return idle(from, count, webhook.httpsPort);
    }

    private static List<Socket> idle(String from, int count, int port) {
        var sockets = new ArrayList<Socket>();
        for (int i = 0; i < count; i++) {
            try {
                var socket = new Socket();
                socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
                sockets.add(socket);
            } catch (IOException full) {
                // It was turned away, and tries again.
            }
        }
        return sockets;
    }

    private static void closeAll(List<Socket> sockets) {
        for (var socket : sockets) {
            try {
                socket.close();
            } catch (IOException gone) {
                // It was turned away.
            }
        }
    }
}
