// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import io.micronaut.http.ssl.CertificateProvider;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.List;
import java.util.stream.Stream;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Sinks;

/**
 * Hands the leaf to the server, which uses it for every connection from then on and closes none.
 *
 * <p>Until the first leaf is here it hands out a placeholder: without a key store the server would speak plain HTTP on its port.
 */
@Singleton
@Named(ServingCertificates.NAME)
public class ServingCertificates implements CertificateProvider {
    /** What the server's configuration calls this provider by. */
    public static final String NAME = "webhook";

    private final Sinks.Many<KeyStore> keyStores = Sinks.many().replay().latest();

    ServingCertificates(CertificatePolicy policy, WebhookSettings settings, Clocks clocks) {
        var issuer = new CertificateIssuer(policy, settings.serviceNames());
        serve(issuer.placeholder(clocks.wall().instant()));
    }

    @Override
    public Publisher<KeyStore> getKeyStore() {
        return keyStores.asFlux();
    }

    @Override
    public String getName() {
        return NAME;
    }

    /**
     * Serves this leaf from the next connection on.
     *
     * @throws IllegalStateException if the leaf would break every handshake; the one before it stays
     */
    void serve(Leaf leaf) {
        try {
            leaf.certificate().parsed().verify(leaf.authority().parsed().getPublicKey());
            var chain = Stream.of(leaf.certificate(), leaf.authority()).distinct(); // one that signed itself is one
            emit(leaf.key(), chain.toList());
        } catch (GeneralSecurityException | IOException unusable) {
            throw new IllegalStateException("the new certificate cannot be served, the last one stays", unusable);
        }
    }

    /**
     * Serves a certificate that somebody else made from the next connection on.
     *
     * @throws IllegalStateException if it would break every handshake; the one before it stays
     */
    void serve(MountedCertificate certificate) {
        try {
            emit(certificate.key(), certificate.chain());
        } catch (GeneralSecurityException | IOException unusable) {
            throw new IllegalStateException("the new certificate cannot be served, the last one stays", unusable);
        }
    }

    private void emit(PrivateKey key, List<X509> chain) throws GeneralSecurityException, IOException {
        var keyStore = KeyStore.getInstance("PKCS12");
        keyStore.load(null, null);
        keyStore.setKeyEntry(
                "serving", key, null, chain.stream().map(X509::parsed).toArray(Certificate[]::new));
        keyStores.emitNext(keyStore, Sinks.EmitFailureHandler.FAIL_FAST);
    }
}
