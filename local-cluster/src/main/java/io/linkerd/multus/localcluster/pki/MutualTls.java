// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.pki;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
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
            context.init(keys.getKeyManagers(), trust(authority).getTrustManagers(), new SecureRandom());
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot set up TLS for " + client, e);
        }
    }

    /** Returns a context that trusts {@code authority} alone and has no certificate of its own. */
    public static SSLContext of(X509Certificate authority) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, trust(authority).getTrustManagers(), new SecureRandom());
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot set up TLS", e);
        }
    }

    private static TrustManagerFactory trust(X509Certificate authority) throws GeneralSecurityException, IOException {
        var trusted = emptyStore();
        trusted.setCertificateEntry("authority", authority);
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
