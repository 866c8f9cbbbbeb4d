// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.concurrent.Executors;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FakeApiServerTest {
    private static final String MAP = "/api/v1/namespaces/shop/configmaps/map";

    private final FakeApiServer server = FakeApiServer.plain();
    private final Caller caller = new Caller(server);

    @AfterEach
    void close() {
        caller.close();
        server.close();
    }

    @Test
    void servesWhatATestPutsThere() throws Exception {
        server.put(MAP, "{data: {a: 'b'}}");

        assertThat(caller.get(MAP).body()).contains("\"kind\":\"ConfigMap\"", "\"a\":\"b\"", "\"manager\":\"test\"");
        assertThat(caller.get("/api/v1/namespaces/shop").statusCode()).isEqualTo(200);
        assertThat(server.list("/api/v1/configmaps")).hasSize(1);
    }

    @Test
    void putsAStatusThatClientsCannotChange() {
        var pod = "/api/v1/namespaces/shop/pods/web";
        server.put(pod, "{status: {phase: 'Running'}}");
        server.edit(pod, "{status: {phase: 'Failed'}, metadata: {labels: {a: 'b'}}}");

        assertThat(server.get(pod).orElseThrow().at("/status/phase").asText()).isEqualTo("Running");
    }

    @Test
    void speaksTlsWithACertificateThatItTellsOf() throws Exception {
        try (var tls = FakeApiServer.tls()) {
            var stranger = URI.create(tls.url()).toURL().openConnection();
            assertThatThrownBy(stranger::connect).isInstanceOf(SSLException.class);

            var friend = (HttpsURLConnection)
                    URI.create(tls.url() + "/version").toURL().openConnection();
            friend.setSSLSocketFactory(trusting(tls.caPem()).getSocketFactory());
            assertThat(friend.getResponseCode()).isEqualTo(200);
        }
    }

    private static SSLContext trusting(String pem) throws IOException, GeneralSecurityException {
        var anchors = KeyStore.getInstance("PKCS12");
        anchors.load(null, null);
        var certificate = new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
        anchors.setCertificateEntry(
                "api", CertificateFactory.getInstance("X.509").generateCertificate(certificate));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(anchors);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @Test
    void failsAsOftenAsItWasToldTo() throws Exception {
        server.put(MAP, "{}");
        server.fail("GET " + MAP, Failure.tooManyRequests(Duration.ofSeconds(7)), 2);

        assertThat(caller.get(MAP).headers().firstValue("Retry-After")).contains("7");
        assertThat(caller.get(MAP).statusCode()).isEqualTo(429);
        assertThat(caller.get(MAP).statusCode()).isEqualTo(200);
    }

    @Test
    void failsUntilItIsHealed() throws Exception {
        server.fail("", Failure.status(503));
        assertThat(caller.get("/version").statusCode()).isEqualTo(503);

        server.heal();

        assertThat(caller.get("/version").statusCode()).isEqualTo(200);
    }

    @Test
    void hangsUntilItIsHealed() throws Exception {
        server.fail("GET /version", new Failure.Hang());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var hanging = threads.submit(() -> caller.get("/version"));
            await().until(() -> !server.requests("GET /version").isEmpty());
            assertThat(hanging).isNotDone();

            server.heal();

            // The JDK's client may try again by itself.
            await().until(hanging::isDone);
        }
        assertThat(caller.get("/version").statusCode()).isEqualTo(200);
    }

    @Test
    void refusesConnectionsAndTakesThemAgainOnTheSamePort() throws Exception {
        server.put(MAP, "{}");
        server.refuseConnections();
        assertThatThrownBy(() -> caller.get(MAP)).isInstanceOf(IOException.class);

        server.acceptConnections();

        assertThat(caller.get(MAP).statusCode()).isEqualTo(200);
    }

    @Test
    void notesWrites() throws Exception {
        caller.post("/api/v1/namespaces", "{metadata: {name: 'shop'}}");
        caller.get("/api/v1/namespaces/shop");

        assertThat(server.writes()).containsExactly("POST /api/v1/namespaces");
        assertThat(server.requests("GET /api/v1/namespaces/shop")).hasSize(1);
        server.forgetRequests();
        assertThat(server.writes()).isEmpty();
    }

    @Test
    void collectsWhatIsOwnedByNothingAnyMore() {
        var owner = server.put(MAP, "{}");
        server.put(MAP + "2", "{metadata: {ownerReferences: [{uid: '" + Json.metadata(owner, "uid") + "'}]}}");
        server.collectGarbage();
        assertThat(server.get(MAP + "2")).isPresent();

        server.remove(MAP);
        assertThat(server.get(MAP + "2")).isPresent();
        server.collectGarbage();

        assertThat(server.get(MAP + "2")).isEmpty();
    }

    @Test
    void takesOwnersAwayThatAreGoneFromWhatAnotherOneKeeps() {
        var owner = Json.metadata(server.put(MAP, "{}"), "uid");
        server.put(MAP + "2", "{metadata: {ownerReferences: [{uid: 'gone'}, {uid: '" + owner + "'}]}}");

        server.collectGarbage();

        assertThat(server.get(MAP + "2").orElseThrow().at("/metadata/ownerReferences"))
                .singleElement()
                .satisfies(left -> assertThat(left.path("uid").asText()).isEqualTo(owner));
    }

    @Test
    void finishesADeletionInTheForegroundAfterItsDependents() {
        var owner = server.put(MAP, "{}");
        server.put(MAP + "2", "{metadata: {ownerReferences: [{uid: '" + Json.metadata(owner, "uid") + "'}]}}");

        server.delete(MAP, "{propagationPolicy: 'Foreground'}");
        assertThat(server.get(MAP).orElseThrow().path("metadata").has("deletionTimestamp"))
                .isTrue();
        server.collectGarbage();

        assertThat(server.list("/api/v1/configmaps")).isEmpty();
    }

    @Test
    void emptiesANamespaceThatIsDeleted() {
        server.put(MAP, "{}");

        server.delete("/api/v1/namespaces/shop", "{}");
        assertThat(server.get(MAP)).isPresent();
        server.collectGarbage();

        assertThat(server.get(MAP)).isEmpty();
        assertThat(server.get("/api/v1/namespaces/shop")).isEmpty();
    }
}
