// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.io.ByteArrayInputStream;
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

/** Certificates and keys as text (RFC 7468). */
final class Pem {
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});
    private static final String KEY_BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String KEY_END = "-----END PRIVATE KEY-----";

    private Pem() {}

    static byte[] of(Collection<Certified> certificates) {
        var text = new StringBuilder();
        certificates.forEach(certified -> text.append("-----BEGIN CERTIFICATE-----\n")
                .append(LINES.encodeToString(certified.encoded()))
                .append("\n-----END CERTIFICATE-----\n"));
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] of(PrivateKey key) {
        String text = KEY_BEGIN + "\n" + LINES.encodeToString(key.getEncoded()) + "\n" + KEY_END + "\n";
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static List<Certified> certificates(byte[] pem) throws CertificateException {
        return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem)).stream()
                .map(X509Certificate.class::cast)
                .map(Certified::new)
                .toList();
    }

    static PrivateKey key(byte[] pem) throws GeneralSecurityException {
        String text = new String(pem, StandardCharsets.US_ASCII);
        int begin = text.indexOf(KEY_BEGIN);
        int end = text.indexOf(KEY_END);
        if (begin < 0 || end < begin) {
            throw new GeneralSecurityException("no PKCS#8 private key in PEM");
        }
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(text.substring(begin + KEY_BEGIN.length(), end));
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (IllegalArgumentException notBase64) {
            throw new GeneralSecurityException("the private key is not Base64", notBase64);
        }
    }
}
