// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/**
 * Certificates and keys as text (RFC 7468). Written by BouncyCastle and read by Java, which a start does: BouncyCastle's parser would
 * cost it 118 classes more, some 30 ms.
 */
final class Pem {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----(?<base64>[^-]*)-----END PRIVATE KEY-----");

    private Pem() {}

    static byte[] of(Collection<X509> certificates) {
        return written(certificates.stream()
                .map(certificate -> new PemObject("CERTIFICATE", certificate.encoded()))
                .toList());
    }

    static byte[] of(PrivateKey key) {
        return written(List.of(new PemObject("PRIVATE KEY", key.getEncoded())));
    }

    static List<X509> certificates(byte[] pem) throws CertificateException {
        return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem)).stream()
                .map(X509Certificate.class::cast)
                .map(X509::new)
                .toList();
    }

    static PrivateKey key(byte[] pem) throws GeneralSecurityException {
        var key = KEY.matcher(new String(pem, StandardCharsets.US_ASCII));
        if (!key.find()) {
            throw new GeneralSecurityException("no PKCS#8 private key in PEM");
        }
        try {
            var encoded = Base64.getMimeDecoder().decode(key.group("base64"));
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (IllegalArgumentException notBase64) {
            throw new GeneralSecurityException("the private key is not Base64", notBase64);
        }
    }

    private static byte[] written(List<PemObject> objects) {
        var text = new StringWriter();
        try (var pem = new PemWriter(text)) {
            for (var object : objects) {
                pem.writeObject(object);
            }
        } catch (IOException impossible) {
            throw new IllegalStateException("text cannot be written to memory", impossible);
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
