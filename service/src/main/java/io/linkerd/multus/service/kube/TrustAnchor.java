// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The certificates by which an API server is believed; cannot exist without at least one that parses. */
public record TrustAnchor(String pem) {
    public TrustAnchor {
        try {
            if (certificates(pem).length == 0) {
                throw new IllegalArgumentException("no certificate in it");
            }
        } catch (CertificateException e) {
            throw new IllegalArgumentException("not certificates in PEM: " + e.getMessage(), e);
        }
    }

    /** TLS that believes these certificates and no other. */
    SSLContext context() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        int number = 0;
        for (var certificate : certificates(pem)) {
            store.setCertificateEntry("ca-" + number++, certificate);
        }
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static Certificate[] certificates(String pem) throws CertificateException {
        var bytes = pem.getBytes(StandardCharsets.UTF_8);
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(bytes))
                .toArray(Certificate[]::new);
    }
}
