// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/**
 * Certificates and keys as text (RFC 7468). Written by BouncyCastle and read by Java, which a start does: BouncyCastle's parser would
 * cost it 118 classes more, some 30 ms.
 */
final class Pem {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----(?<base64>[^-]*)-----END PRIVATE KEY-----");

    /** As programs in Go and OpenSSL write them: PKCS#1 and SEC 1, without a word about their algorithm. */
    private static final Pattern BARE_KEY = Pattern.compile(
            "-----BEGIN (?<kind>RSA|EC) PRIVATE KEY-----(?<base64>[^-]*)-----END (RSA|EC) PRIVATE KEY-----");

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
        return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(decoded(key)));
    }

    /** {@return the key of a file that others wrote, which may leave to the certificate what kind of key it is} */
    static PrivateKey key(byte[] pem, PublicKey counterpart) throws GeneralSecurityException {
        var text = new String(pem, StandardCharsets.US_ASCII);
        var key = KEY.matcher(text);
        var factory = KeyFactory.getInstance(counterpart.getAlgorithm());
        if (key.find()) {
            return factory.generatePrivate(new PKCS8EncodedKeySpec(decoded(key)));
        }
        var bare = BARE_KEY.matcher(text);
        if (!bare.find()) {
            throw new GeneralSecurityException("no private key in PEM that is not encrypted");
        }
        return factory.generatePrivate(new PKCS8EncodedKeySpec(wrapped(decoded(bare), counterpart)));
    }

    /** PKCS#8 is the bare key with the algorithm before it, which a certificate's public key has as well. */
    private static byte[] wrapped(byte[] bareKey, PublicKey counterpart) throws GeneralSecurityException {
        try {
            var algorithm =
                    SubjectPublicKeyInfo.getInstance(counterpart.getEncoded()).getAlgorithm();
            return new PrivateKeyInfo(algorithm, ASN1Primitive.fromByteArray(bareKey)).getEncoded();
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new GeneralSecurityException("the private key cannot be read", unreadable);
        }
    }

    private static byte[] decoded(Matcher key) throws GeneralSecurityException {
        try {
            return Base64.getMimeDecoder().decode(key.group("base64"));
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
