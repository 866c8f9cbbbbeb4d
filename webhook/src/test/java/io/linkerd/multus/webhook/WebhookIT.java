// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.webhook.certificates.CertificatePolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookIT {
    /** What the API server sends of the controller's dry run. */
    private static final byte[] LEASE = """
            {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"u-9","operation":"UPDATE","dryRun":true,\
            "resource":{"group":"coordination.k8s.io","version":"v1","resource":"leases"},"namespace":"linkerd-multus",\
            "object":{"metadata":{"name":"linkerd-multus-controller","labels":{"multus.linkerd.io/reach":"asked"}}}}}""".getBytes(StandardCharsets.UTF_8);

    private WebhookFixture fixture;

    @BeforeAll
    void start() {
        fixture = new WebhookFixture(CertificatePolicy.STANDARD).ready();
    }

    @AfterAll
    void stop() {
        fixture.close();
    }

    @Test
    void patchesAPodOverTlsThatTheCaBundleVouchesFor() throws Exception {
        try (var client = fixture.connect()) {
            var response = client.post(WebhookFixture.review("shop", "{\"name\":\"web\"}"));

            assertThat(response.status()).isEqualTo(200);
            assertThat(response.contentType()).startsWith("application/json");
            assertThat(response.body()).contains("\"uid\":\"u-1\"", "\"allowed\":true", "\"patchType\":\"JSONPatch\"");
        }
    }

    @Test
    void givesTheSecretAnOwnerThatIsTheReleases() {
        var secret = fixture.api.get(WebhookFixture.SECRET).orElseThrow();
        var role = fixture.api.get(WebhookFixture.ROLE).orElseThrow();

        assertThat(secret.at("/metadata/ownerReferences").toString())
                .contains(
                        "ClusterRole",
                        "linkerd-multus-webhook",
                        role.at("/metadata/uid").asText())
                .doesNotContain("blockOwnerDeletion");
        assertThat(secret.at("/metadata/labels/app.kubernetes.io~1managed-by").asText())
                .isEqualTo("linkerd-multus");
        assertThat(secret.at("/metadata/labels/app.kubernetes.io~1instance").asText())
                .isEqualTo("linkerd-multus");
    }

    @Test
    void aSecretThatDoesNotNameItsInstanceYetStaysInForce() {
        var trusted = fixture.caBundle();
        var secret = fixture.api.get(WebhookFixture.SECRET).orElseThrow();
        instanceOfTheSecret("null");
        loseTheCaBundle();

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(fixture.caBundle()).isEqualTo(trusted));
        assertThat(fixture.api.get(WebhookFixture.SECRET).orElseThrow().at("/data"))
                .isEqualTo(secret.at("/data"));
        instanceOfTheSecret(
                secret.at("/metadata/labels/app.kubernetes.io~1instance").toString());
    }

    private void instanceOfTheSecret(String name) {
        fixture.api.edit(WebhookFixture.SECRET, "{metadata: {labels: {'app.kubernetes.io/instance': " + name + "}}}");
    }

    @Test
    void leavesEverythingElseOfTheConfigurationAlone() {
        var webhook =
                fixture.api.get(WebhookFixture.CONFIGURATION).orElseThrow().at("/webhooks/0");

        assertThat(webhook.at("/sideEffects").asText()).isEqualTo("None");
        assertThat(webhook.at("/clientConfig/service/name").asText()).isEqualTo("linkerd-multus-webhook");
    }

    @Test
    void keepsTheTrustOfTheSecondConfigurationToo() {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(secondBundle()).isEqualTo(Base64.getEncoder().encodeToString(fixture.caBundle())));
        assertThat(fixture.api
                        .get(WebhookFixture.ATTACHMENTS)
                        .orElseThrow()
                        .at("/webhooks/0/failurePolicy")
                        .asText())
                .isEqualTo("Ignore");

        fixture.api.edit(
                WebhookFixture.ATTACHMENTS,
                "{webhooks: [{name: 'network-attachment-definitions.multus.linkerd.io', sideEffects: 'None',"
                        + " admissionReviewVersions: ['v1'], clientConfig: {service: {name: 'x', namespace: 'y'}}}]}");

        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() ->
                        assertThat(secondBundle()).isEqualTo(Base64.getEncoder().encodeToString(fixture.caBundle())));
        // The one that was given without a bundle, and not the one before.
        assertThat(fixture.api
                        .get(WebhookFixture.ATTACHMENTS)
                        .orElseThrow()
                        .at("/webhooks/0/clientConfig/service/name")
                        .asText())
                .isEqualTo("x");
    }

    /** An API server that does not trust the entry cannot ask by it, and the controller would have told of a way that is closed. */
    @Test
    void keepsTheTrustOfEveryEntryOfTheConfiguration() {
        var trusted = Base64.getEncoder().encodeToString(fixture.caBundle());
        assertThat(reachBundle()).isEqualTo(trusted);
        var configuration = fixture.api.get(WebhookFixture.CONFIGURATION).orElseThrow();

        ((ObjectNode) configuration.at("/webhooks/1/clientConfig")).remove("caBundle");
        fixture.api.put(WebhookFixture.CONFIGURATION, configuration.toString());

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(reachBundle()).isEqualTo(trusted));
        assertThat(fixture.api
                        .get(WebhookFixture.CONFIGURATION)
                        .orElseThrow()
                        .at("/webhooks/1/failurePolicy")
                        .asText())
                .isEqualTo("Ignore");
    }

    private String reachBundle() {
        return fixture.api
                .get(WebhookFixture.CONFIGURATION)
                .orElseThrow()
                .at("/webhooks/1/clientConfig/caBundle")
                .asText();
    }

    @Test
    void answersTheControllersLeaseWithoutAQuestionToTheCluster() throws Exception {
        try (var client = fixture.connect()) {
            client.head("POST", "/mutate/reach?timeout=2s", "application/json", LEASE.length);
            client.writeQuietly(LEASE);
            var answer = client.read();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).contains("\"uid\":\"u-9\"", "\"allowed\":true", "\"patchType\":\"JSONPatch\"");
        }
        assertThat(fixture.get("/metrics").body()).contains("linkerd_multus_webhook_reach_admissions_seconds_count");
    }

    private String secondBundle() {
        return fixture.api
                .get(WebhookFixture.ATTACHMENTS)
                .orElseThrow()
                .at("/webhooks/0/clientConfig/caBundle")
                .asText();
    }

    @Test
    void refusesToSpeakWithoutTls() throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), fixture.httpsPort)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);

            assertThat(answer).doesNotContain("HTTP/1.1");
        }
    }

    @Test
    void servesHealthOnItsPlainPortAlone() throws Exception {
        assertThat(fixture.get("/livez").body()).isEqualTo("alive\n");
        assertThat(fixture.get("/mutate/pods").statusCode()).isEqualTo(404);
        try (var client = fixture.connect()) {
            var response = client.send("GET", "/metrics", "text/plain", new byte[0]);
            assertThat(response.status()).isEqualTo(404);
            assertThat(response.body()).isEqualTo("404 Not Found\n");
        }
    }

    @Test
    void countsWhatItDoes() throws Exception {
        try (var client = fixture.connect()) {
            client.post(WebhookFixture.review("shop", "{\"name\":\"web\"}"));
        }

        assertThat(fixture.get("/metrics").body())
                .contains("linkerd_multus_webhook_admissions_seconds_count{outcome=\"patched\"}")
                .contains("linkerd_multus_webhook_decisions_total{outcome=\"patched\",reason=\"namespace-opted-in\"}")
                .contains("linkerd_multus_webhook_certificate_expiry_timestamp_seconds{certificate=\"leaf\"}")
                .contains("linkerd_multus_webhook_certificate_steps_total{result=\"written\",step=\"trust\"}");
    }

    @Test
    void judgesAttachmentsAtAPathOfTheirOwn() throws Exception {
        var review =
                "{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\",\"request\":{\"uid\":\"u-1\","
                        + "\"operation\":\"CREATE\",\"namespace\":\"shop\",\"resource\":{\"group\":\"k8s.cni.cncf.io\","
                        + "\"version\":\"v1\",\"resource\":\"network-attachment-definitions\"},"
                        + "\"object\":{\"metadata\":{\"name\":\"lan\"},\"spec\":{\"config\":\"{}\"}}}}";
        var answer = attachments("POST", "application/json", review);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).contains("\"allowed\":false", "\"code\":422");
        assertThat(attachments("POST", "application/json", "{").status()).isEqualTo(400);
        assertThat(attachments("POST", "text/plain", "{").status()).isEqualTo(415);
        assertThat(attachments("GET", "application/json", "").status()).isEqualTo(405);

        assertThat(fixture.get("/metrics").body())
                .contains("linkerd_multus_webhook_attachment_admissions_seconds_count{outcome=\"refused\"} 1");
    }

    @Test
    void judgesLinkerdConfigsAtAPathOfTheirOwn() throws Exception {
        var review =
                "{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\",\"request\":{\"uid\":\"u-1\","
                        + "\"operation\":\"CREATE\",\"resource\":{\"group\":\"config.linkerd.io\",\"version\":\"v1alpha1\","
                        + "\"resource\":\"linkerdconfigs\"},\"object\":{\"metadata\":{\"name\":\"mesh\"},"
                        + "\"spec\":{\"proxy\":{\"adminPort\":0}}}}}";
        try (var client = fixture.connect()) {
            var answer = client.send(
                    "POST",
                    "/validate/linkerdconfigs?timeout=5s",
                    "application/json",
                    review.getBytes(StandardCharsets.UTF_8));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body())
                    .contains("\"allowed\":false", "\"code\":422", "LinkerdConfig mesh: spec.proxy.adminPort");
        }
        assertThat(fixture.get("/metrics").body())
                .contains("linkerd_multus_webhook_linkerdconfig_admissions_seconds_count{outcome=\"refused\"} 1");
    }

    private TlsClient.Response attachments(String method, String type, String body) throws Exception {
        try (var client = fixture.connect()) {
            var path = "/validate/network-attachment-definitions?timeout=5s";
            return client.send(method, path, type, body.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Whoever makes pods chooses it; each was asked for, and kept for half a minute, whatever its length. */
    @Test
    void aNameThatNoConstraintsCanHaveIsNeitherAskedForNorKept() throws Exception {
        askWithConstraints("s".repeat(253));
        assertThat(fixture.api.requests("GET /apis/security.openshift.io/v1/securitycontextconstraints/ss"))
                .hasSize(1);

        askWithConstraints("t".repeat(254));
        assertThat(fixture.api.requests("GET /apis/security.openshift.io/v1/securitycontextconstraints/tt"))
                .isEmpty();
    }

    @Test
    void readsFromConstraintsOfOnesOwnWhetherTheyAdmitLinkerdsSeccompProfile() throws Exception {
        fixture.api.define(
                "security.openshift.io/v1", "securitycontextconstraints", "SecurityContextConstraints", false);
        constraints("audited", "'localhost/audit.json'");
        constraints("usual", "'localhost/audit.json', 'runtime/default'");

        assertThat(askWithConstraints("audited")).contains("audited", "refuse seccomp profiles");
        assertThat(askWithConstraints("usual")).contains("patch").doesNotContain("seccomp");
    }

    private void constraints(String name, String seccompProfiles) {
        fixture.api.put(
                "/apis/security.openshift.io/v1/securitycontextconstraints/" + name,
                "{runAsUser: {type: 'RunAsAny'}, seccompProfiles: [" + seccompProfiles + "]}");
    }

    private String askWithConstraints(String name) throws Exception {
        try (var client = fixture.connect()) {
            var answer = client.post(WebhookFixture.review(
                    "shop", "{\"name\":\"web\",\"annotations\":{\"openshift.io/scc\":\"" + name + "\"}}"));
            assertThat(answer.body()).contains("\"allowed\"");
            return answer.body();
        }
    }

    /** The first was a list of all namespaces, and the others something else that is there: what came of it went into the log. */
    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "Shop", "shop-", "%2e%2e"})
    void aNamespaceThatNoneCanHaveIsRefusedAndNotAskedFor(String namespace) throws Exception {
        int before = questionsAboutNamespaces();

        assertRejected(400, "application/json", WebhookFixture.review(namespace, "{\"name\":\"web\"}"));

        assertThat(questionsAboutNamespaces()).isEqualTo(before);
    }

    private int questionsAboutNamespaces() {
        return Math.toIntExact(fixture.api.requests("GET /api/v1/namespaces").stream()
                .filter(request -> !request.contains("/secrets/"))
                .count());
    }

    /** One of a later version of Kubernetes: each pod of a namespace that was read by name was refused. */
    @Test
    void aNamespaceWithFieldsThatNobodyHereKnowsIsReadAllTheSame() throws Exception {
        fixture.api.put("/api/v1/namespaces/future", "{metadata: {}, later: {a: [1]}}");

        try (var client = fixture.connect()) {
            assertThat(client.post(WebhookFixture.review("future", "{\"name\":\"web\"}"))
                            .body())
                    .contains("\"allowed\":true");
        }
    }

    @Test
    void constraintsOfANameThatNoneCanHaveAreNotAskedFor() throws Exception {
        var lookups = "GET /apis/security.openshift.io";
        var before = fixture.api.requests(lookups);

        for (var name : new String[] {".", "..", "a/b", "Team", "-"}) {
            askWithConstraints(name);
        }

        assertThat(fixture.api.requests(lookups)).isEqualTo(before);
    }

    @Test
    void answersHostileRequestsWithA4xxAndALine() throws Exception {
        var huge = new byte[(7 << 20) + 1];
        Arrays.fill(huge, (byte) ' ');
        assertRejected(413, "application/json", huge);
        assertRejected(415, "text/plain", "{}".getBytes(StandardCharsets.UTF_8));
        assertRejected(400, "application/json", new byte[0]);
        assertRejected(400, "application/json", "{".getBytes(StandardCharsets.UTF_8));
        assertRejected(400, "application/json", "[".repeat(200_000).getBytes(StandardCharsets.UTF_8));
        assertRejected(400, "application/json", new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
    }

    private void assertRejected(int status, String type, byte[] body) throws Exception {
        try (var client = fixture.connect()) {
            client.head("POST", "/mutate/pods", type, body.length);
            client.writeQuietly(body);
            var response = client.read();

            assertThat(response.status()).isEqualTo(status);
            assertThat(response.body())
                    .endsWith("\n")
                    .doesNotContain("xception")
                    .hasLineCount(1);
        }
    }

    /** It may come slowly, or never. */
    @Test
    void theRestOfARefusedBodyIsNotWaitedFor() throws Exception {
        var review = ("{\"apiVersion\":\"" + "a".repeat(512 << 10)).getBytes(StandardCharsets.UTF_8);
        try (var client = fixture.connect()) {
            client.head("POST", "/mutate/pods", "application/json", 7 << 20);
            client.write(review);

            var response = client.read();
            long start = System.nanoTime();
            client.awaitEnd();

            assertThat(response.status()).isEqualTo(400);
            assertThat(response.closes()).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
        }
    }

    @Test
    void whoHasSentAllOfARefusedRequestMaySendAnother() throws Exception {
        try (var client = fixture.connect()) {
            assertThat(client.send("GET", "/nowhere", "text/plain", new byte[0]).closes())
                    .isFalse();

            assertThat(client.post(WebhookFixture.review("shop", "{\"name\":\"web\"}"))
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void readsAPodOfSevenMebibytesButOne() throws Exception {
        try (var client = fixture.connect()) {
            assertThat(client.post(large("shop", 7 << 20)).body()).contains("\"allowed\":true");
        }
    }

    @Test
    void learnsOfNamespacesAsTheyComeAndGo() throws Exception {
        fixture.namespace("late", "'linkerd.io/multus': 'enabled'");

        try (var client = fixture.connect()) {
            assertThat(client.post(WebhookFixture.review("late", "{\"name\":\"web\"}"))
                            .body())
                    .contains("patch");
        }
    }

    /** One lookup alone may take 1.5 s, which is longer than this caller waits. */
    @Test
    void answersWithinTheTimeThatItsCallerNames() throws Exception {
        fixture.api.fail("GET /api/v1/namespaces/unseen", new Failure.Hang());
        try (var client = fixture.connect()) {
            client.post(WebhookFixture.review("shop", "{\"name\":\"web\"}"));
            long start = System.nanoTime();

            var response = client.send(
                    "POST",
                    "/mutate/pods?timeout=1s",
                    "application/json",
                    WebhookFixture.review("unseen", "{\"name\":\"web\"}"));

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(1500));
            assertThat(response.body()).contains("\"code\":503", "try again");
        } finally {
            fixture.api.heal();
        }
    }

    /** By itself it would end after one and a half seconds. */
    @Test
    void endsALookupWhenItsCallerHangsUp() throws Exception {
        var lookup = "GET /api/v1/namespaces/abandoned";
        fixture.api.fail(lookup, new Failure.Hang());
        try {
            var before = undecided();
            try (var client = fixture.connect()) {
                var review = WebhookFixture.review("abandoned", "{\"name\":\"web\"}");
                client.head("POST", "/mutate/pods?timeout=30s", "application/json", review.length);
                client.write(review);
                await().until(() -> !fixture.api.requests(lookup).isEmpty());
            }

            await().atMost(Duration.ofSeconds(1)).until(() -> !undecided().equals(before));
        } finally {
            fixture.api.heal();
        }
    }

    /** Nine of them are as much as may be in memory. Who is turned away has to hear it: API servers repeat no request that breaks off. */
    @Test
    void nobodyWhoSendsAWholeRequestIsCutOffForWantOfMemory() throws Exception {
        fixture.api.fail("GET /api/v1/namespaces/crowded", new Failure.Hang());
        var review = large("crowded", 600 << 10);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<TlsClient.Response> asking = () -> {
                try (var client = fixture.connect()) {
                    client.head("POST", "/mutate/pods", "application/json", review.length);
                    client.writeQuietly(review);
                    return client.read();
                }
            };
            var answers = threads.invokeAll(Collections.nCopies(12, asking));

            for (var answer : answers) {
                assertAnsweredOrToldToComeAgain(answer.get());
            }
        } finally {
            fixture.api.heal();
        }
    }

    /** Nine large ones are being answered and leave 664 KiB, which a request of 312 KiB counts for; the last record of this one is too much. */
    @Test
    void whoseLastBytesAreTooMuchIsToldToComeAgain() throws Exception {
        var lookup = "GET /api/v1/namespaces/full";
        fixture.api.fail(lookup, new Failure.Hang());
        var last = large("full", (312 << 10) + 50);
        var clients = new ArrayList<TlsClient>();
        try (var newcomer = fixture.connect()) {
            for (int i = 0; i < 9; i++) {
                var client = fixture.connect();
                clients.add(client);
                // One of those who ask the same at once would ask for all of them.
                var large = large("full-" + i, 600 << 10);
                client.head("POST", "/mutate/pods?timeout=30s", "application/json", large.length);
                client.write(large);
            }
            await().until(() -> fixture.api.requests(lookup).size() == 9);

            newcomer.head("POST", "/mutate/pods", "application/json", last.length);
            newcomer.write(last);
            var answer = newcomer.read();

            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.retryAfter()).isEqualTo("1");
        } finally {
            fixture.api.heal();
            for (var client : clients) {
                client.close();
            }
        }
    }

    private static void assertAnsweredOrToldToComeAgain(TlsClient.Response answer) {
        assertThat(answer.status()).isIn(200, 429);
        assertThat(answer.retryAfter()).isEqualTo(answer.status() == 429 ? "1" : "");
    }

    private static byte[] large(String namespace, int length) {
        var padded = new byte[length];
        Arrays.fill(padded, (byte) ' ');
        var review = WebhookFixture.review(namespace, "{\"name\":\"web\"}");
        System.arraycopy(review, 0, padded, 0, review.length);
        return padded;
    }

    private String undecided() throws Exception {
        return fixture.get("/metrics")
                .body()
                .lines()
                .filter(line ->
                        line.startsWith("linkerd_multus_webhook_admissions_seconds_count{outcome=\"undecided\"}"))
                .collect(Collectors.joining());
    }

    @Test
    void packsNoAnswerForWhoWouldTakeItPacked() throws Exception {
        var networks = "lan-of-a-long-name,".repeat(50) + "lan";
        var review = WebhookFixture.review(
                "shop", "{\"name\":\"web\",\"annotations\":{\"k8s.v1.cni.cncf.io/networks\":\"" + networks + "\"}}");
        try (var client = fixture.connect()) {
            client.write(
                    ("POST /mutate/pods HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAccept-Encoding: gzip\r\n"
                                    + "Content-Length: " + review.length + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            client.write(review);

            assertThat(client.read().body()).hasSizeGreaterThan(1024).startsWith("{\"apiVersion\":");
        }
    }

    @Test
    void refusesChunksWithoutEndThatAreTooMany() throws Exception {
        try (var client = fixture.connect()) {
            client.write("""
                    POST /mutate/pods HTTP/1.1
                    Host: x
                    Content-Type: application/json
                    Transfer-Encoding: chunked

                    """.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
            var chunk = ("100000\r\n" + " ".repeat(1 << 20) + "\r\n").getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 8; i++) {
                client.writeQuietly(chunk);
            }

            assertThat(client.read().status()).isIn(400, 413);
        }
    }

    @Test
    void putsALostCaBundleBackOnTheEvent() throws Exception {
        var before = fixture.caBundle();

        loseTheCaBundle();

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(fixture.caBundle()).isEqualTo(before));
    }

    private void loseTheCaBundle() {
        var configuration = fixture.api.get(WebhookFixture.CONFIGURATION).orElseThrow();
        WebhookFixture.clientConfig(configuration).remove("caBundle");
        fixture.api.put(WebhookFixture.CONFIGURATION, configuration.toString());
    }

    @Test
    void trustsNobodyElse() {
        var stranger = StrangeAuthority.pem();

        assertThatThrownBy(() -> new TlsClient(fixture.httpsPort, stranger)).isInstanceOf(SSLException.class);
    }
}
