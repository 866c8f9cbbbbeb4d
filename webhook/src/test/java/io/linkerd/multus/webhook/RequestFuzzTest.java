// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.linkerd.multus.contracts.admission.pods.PodJson;
import io.linkerd.multus.webhook.certificates.CertificatePolicy;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.slf4j.LoggerFactory;

/**
 * From the bytes on a connection to those of the answer: a whole webhook, over TLS. What begins with {@code raw} is sent as it is, all
 * else as the body of a review. Replays its seeds; docs/reliability.md says how it looks for more.
 */
class RequestFuzzTest {
    private static final byte[] RAW = "raw\n".getBytes(StandardCharsets.US_ASCII);
    private static final Set<Integer> ANSWERS = Set.of(200, 400, 413, 415);

    /** What Jazzer itself keeps of what it has found is less. */
    private static final long MOST_GROWTH = 64L << 20;

    private static final Set<String> SERVER = Set.of("io.linkerd.multus.webhook", "io.micronaut.http", "io.netty");
    private static final ListAppender<ILoggingEvent> LOG = new ListAppender<>();
    private static WebhookFixture webhook;
    private static byte[] caBundle;
    private static long heapBefore;

    @BeforeAll
    static void start() {
        webhook = new WebhookFixture(CertificatePolicy.STANDARD).ready();
        caBundle = webhook.caBundle();
        LOG.start();
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).addAppender(LOG);
        heapBefore = heap();
    }

    @AfterAll
    static void stop() throws Exception {
        try (var _ = webhook) {
            await().until(() ->
                    webhook.get("/metrics").body().lines().anyMatch("linkerd_multus_webhook_connections 0.0"::equals));
            assertThat(heap() - heapBefore).isLessThan(MOST_GROWTH);
        } finally {
            ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).detachAppender(LOG);
        }
    }

    @FuzzTest(maxDuration = "60s")
    void isAnsweredInTime(byte[] input) throws Exception {
        LOG.list.clear();
        if (isRaw(input)) {
            raw(Arrays.copyOfRange(input, RAW.length, input.length));
        } else {
            review(input);
        }
        assertThat(List.copyOf(LOG.list)).noneMatch(RequestFuzzTest::isAnErrorOfTheServer);
    }

    /** Clients of the API server have errors of their own, when the machine is busy. */
    private static boolean isAnErrorOfTheServer(ILoggingEvent line) {
        return line.getLevel().isGreaterOrEqual(Level.ERROR)
                && SERVER.stream().anyMatch(line.getLoggerName()::startsWith);
    }

    private static boolean isRaw(byte[] input) {
        return Arrays.mismatch(input, 0, Math.min(input.length, RAW.length), RAW, 0, RAW.length) == -1;
    }

    private static void review(byte[] body) throws Exception {
        try (var client = new TlsClient(webhook.httpsPort, caBundle)) {
            client.head("POST", "/mutate/pods", "application/json", body.length);
            client.writeQuietly(body);
            var answer = client.read();
            assertThat(answer.status()).isIn(ANSWERS);
            if (answer.status() == 200) {
                var review = PodJson.tree(answer.body().getBytes(StandardCharsets.UTF_8));
                assertThat(review.at("/kind").textValue()).isEqualTo("AdmissionReview");
                assertThat(review.at("/response/allowed").isBoolean()).isTrue();
            } else {
                assertThat(answer.body()).hasLineCount(1).doesNotContain("xception");
            }
        }
    }

    /** Says no more then, so that nobody has to wait for what was announced; whatever is answered is no error of the webhook's. */
    private static void raw(byte[] bytes) throws Exception {
        try (var client = new TlsClient(webhook.httpsPort, caBundle)) {
            client.writeQuietly(bytes);
            var answer = new String(client.end(), StandardCharsets.ISO_8859_1);
            assertThat(answer).doesNotContainPattern("HTTP/\\S+ 5").doesNotContain("xception");
            if (!answer.isEmpty()) {
                assertThat(answer).startsWith("HTTP/");
            }
        }
        try (var client = new TlsClient(webhook.httpsPort, caBundle)) {
            assertThat(client.post(WebhookFixture.review("shop", "{\"name\":\"web\"}"))
                            .status())
                    .isEqualTo(200);
        }
    }

    private static long heap() {
        var memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
}
