// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SelfCheckTest {
    private static final String NAME = "w.ns.svc";

    private final CertificateIssuer issuer = new CertificateIssuer(CertificatePolicy.STANDARD, List.of(NAME));
    private final Authority authority = issuer.authority(Instant.now());
    private final Leaf leaf = issuer.leaf(authority, Instant.now());
    private final Set<X509> trusted = Set.of(authority.certificate());
    private final AtomicInteger status = new AtomicInteger(200);
    private HttpsServer server;
    private SelfCheck check;

    @BeforeEach
    void start() throws IOException, GeneralSecurityException {
        serve(leaf, 0);
        check = new SelfCheck(NAME, server.getAddress().getPort(), new SelfReview("/", "{}"));
    }

    private void serve(Leaf next, int port) throws IOException, GeneralSecurityException {
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls(next)));
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
        });
        server.start();
    }

    /** Serves another one from now on. */
    private void serve(Leaf next) throws IOException, GeneralSecurityException {
        int port = server.getAddress().getPort();
        server.stop(0);
        serve(next, port);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void isReadyOnceItHasAnsweredItself() {
        assertThat(check.whyNotReady()).containsExactly("this replica has not called itself yet");

        assertThat(check.prove(leaf.certificate(), trusted)).isTrue();

        assertThat(check.whyNotReady()).isEmpty();
    }

    @Test
    void staysReadyWhenItIsBusyAtARenewal() throws Exception {
        check.prove(leaf.certificate(), trusted);
        var renewed = issuer.leaf(authority, Instant.now());
        serve(renewed);
        status.set(429);

        assertThat(check.prove(renewed.certificate(), trusted))
                .as("there is something left to prove")
                .isFalse();
        assertThat(check.whyNotReady()).isEmpty();

        status.set(200);
        assertThat(check.prove(renewed.certificate(), trusted)).isTrue();
    }

    @Test
    void doesNotBecomeReadyByBeingBusy() {
        status.set(503);

        assertThat(check.prove(leaf.certificate(), trusted)).isFalse();

        assertThat(check.whyNotReady()).containsExactly("this replica has not called itself yet");
    }

    @Test
    void isNotReadyWhenItAnswersItselfWithNonsense() throws Exception {
        check.prove(leaf.certificate(), trusted);
        status.set(404);
        var renewed = issuer.leaf(authority, Instant.now());
        serve(renewed);

        assertThat(check.prove(renewed.certificate(), trusted)).isFalse();

        assertThat(check.whyNotReady()).hasSize(1).first().asString().contains("404");
    }

    /** Whoever could not take the new one said nothing, and the call went well with the last. */
    @Test
    void isNotReadyByAnotherCertificateThanTheOneItIsAskedAbout() {
        check.prove(leaf.certificate(), trusted);

        assertThat(check.prove(issuer.leaf(authority, Instant.now()).certificate(), trusted))
                .isFalse();

        assertThat(check.whyNotReady()).containsExactly("this replica serves another certificate than its latest");
    }

    /** cert-manager dates nothing back: whoever is behind was not ready until its own clock came to the beginning. */
    @Test
    void isReadyByACertificateThatBeginsInAnHourByItsOwnClock() throws Exception {
        assertThat(provesOneThatBeginsIn(Duration.ofHours(1))).isTrue();
        assertThat(provesOneThatBeginsIn(Duration.ofHours(25))).isFalse();
    }

    private boolean provesOneThatBeginsIn(Duration time) throws Exception {
        var policy =
                new CertificatePolicy(Duration.ofDays(90), Duration.ofDays(30), Duration.ZERO, Duration.ofMinutes(1));
        var others = new CertificateIssuer(policy, List.of(NAME));
        var early = others.leaf(
                others.authority(Instant.now().plus(time)), Instant.now().plus(time));
        serve(early);
        return check.prove(early.certificate(), Set.of(early.authority()));
    }

    @Test
    void callsAgainWhenOthersAreTrusted() {
        check.prove(leaf.certificate(), trusted);

        assertThat(check.prove(
                        leaf.certificate(),
                        Set.of(issuer.authority(Instant.now()).certificate())))
                .isFalse();
        assertThat(check.whyNotReady()).hasSize(1).first().asString().contains("could not call itself");
    }

    /** All replicas called themselves at once when the caBundle changed, and all that were busy left the endpoints together. */
    @Test
    void staysReadyWhenNobodyAnswersForAWhileThoughTheLeafWasProven() throws Exception {
        check.prove(leaf.certificate(), trusted);
        int port = server.getAddress().getPort();
        var more =
                Set.of(authority.certificate(), issuer.authority(Instant.now()).certificate());
        server.stop(0);

        assertThat(check.prove(leaf.certificate(), more))
                .as("there is something left to prove")
                .isFalse();
        assertThat(check.whyNotReady()).as("refused").isEmpty();

        try (var _ = closing(port)) {
            assertThat(check.prove(leaf.certificate(), more)).isFalse();
            assertThat(check.whyNotReady()).as("closed").isEmpty();
        }

        serve(leaf, port);
        assertThat(check.prove(leaf.certificate(), more)).isTrue();
        assertThat(check.whyNotReady()).isEmpty();
    }

    @Test
    void isNotReadyWhenNobodyAnswersAndTheLeafWasNeverProven() {
        check.prove(leaf.certificate(), trusted);
        server.stop(0);

        assertThat(check.prove(issuer.leaf(authority, Instant.now()).certificate(), trusted))
                .isFalse();

        assertThat(check.whyNotReady()).hasSize(1).first().asString().contains("could not call itself");
    }

    /** Closes whatever comes before a word is said, as whoever has no place left does; not listening any more once it is closed. */
    private static AutoCloseable closing(int port) throws IOException {
        var socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        var thread = Thread.ofPlatform().start(() -> {
            try {
                while (!socket.isClosed()) {
                    socket.accept().close();
                }
            } catch (IOException _) {
                // The test has closed it.
            }
        });
        return () -> {
            socket.close();
            thread.join();
        };
    }

    /** Kept by their serial numbers, one took the other's place; numbers of a private authority often begin at 1. */
    @Test
    void isReadyByEitherOfTwoAuthoritiesOfOneSerialNumber() throws Exception {
        var real = authority.certificate();
        var alike = alike(real);
        for (var order : List.of(List.of(real, alike), List.of(alike, real))) {
            check = new SelfCheck(NAME, server.getAddress().getPort(), new SelfReview("/", "{}"));
            assertThat(check.prove(leaf.certificate(), new LinkedHashSet<>(order)))
                    .isTrue();
        }
    }

    @Test
    void isNotReadyWhenNobodyTrustsIt() {
        var stranger = issuer.authority(Instant.now()).certificate();

        assertThat(check.prove(leaf.certificate(), Set.of(stranger))).isFalse();

        assertThat(check.whyNotReady()).hasSize(1).first().asString().contains("could not call itself");
    }

    private static X509 alike(X509 authority) throws Exception {
        var generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        var keys = generator.generateKeyPair();
        var name = new X500Name("CN=somebody else");
        var builder = new JcaX509v3CertificateBuilder(
                name,
                authority.parsed().getSerialNumber(),
                authority.parsed().getNotBefore(),
                authority.parsed().getNotAfter(),
                name,
                keys.getPublic());
        var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate());
        return new X509(new JcaX509CertificateConverter().getCertificate(builder.build(signer)));
    }

    private SSLContext tls(Leaf next) throws GeneralSecurityException, IOException {
        var keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry("serving", next.key(), new char[0], new Certificate[] {
            next.certificate().parsed(), next.authority().parsed()
        });
        var manager = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        manager.init(keys, new char[0]);
        var context = SSLContext.getInstance("TLS");
        context.init(manager.getKeyManagers(), null, null);
        return context;
    }
}
