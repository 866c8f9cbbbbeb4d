// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.pki;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS contexts for clients of a cluster, with nothing trusted but what is said. */
public final class MutualTls {
    private MutualTls() {}

    /** Returns a context that trusts {@code authority} alone and shows {@code client} when asked. */
    public static SSLContext of(X509Certificate authority, Identity client) {
        try {
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            var keyStore = emptyStore();
            keyStore.setKeyEntry(
                    "client", client.privateKey(), new char[0], new X509Certificate[] {client.certificate()});
            keys.init(keyStore, new char[0]);
            var context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust(List.of(authority)).getTrustManagers(), new SecureRandom());
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot set up TLS for " + client, e);
        }
    }

    /** Returns a context that trusts {@code authority} alone and has no certificate of its own. */
    public static SSLContext of(X509Certificate authority) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, trust(List.of(authority)).getTrustManagers(), new SecureRandom());
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot set up TLS", e);
        }
    }

    /**
     * Returns a context that trusts a bundle alone and has no certificate of its own.
     *
     * @param bundle certificates in PEM, one after the other
     */
    public static SSLContext ofBundle(byte[] bundle) throws GeneralSecurityException, IOException {
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust(authorities(bundle)).getTrustManagers(), new SecureRandom());
        return context;
    }

    private static Collection<? extends Certificate> authorities(byte[] bundle) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bundle));
    }

    private static TrustManagerFactory trust(Collection<? extends Certificate> authorities)
            throws GeneralSecurityException, IOException {
        var trusted = emptyStore();
        var number = 0;
        for (var authority : authorities) {
            trusted.setCertificateEntry("authority-" + number++, authority);
        }
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        return trust;
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}
