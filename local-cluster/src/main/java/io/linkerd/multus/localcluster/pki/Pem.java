// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.pki;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;

/** RFC 7468 text, as Kubernetes' programs read it. */
final class Pem {
    private Pem() {}

    static String of(X509Certificate certificate) {
        return text(certificate);
    }

    /** {@return the key as PKCS #8, unencrypted} */
    static String of(PrivateKey key) {
        try {
            return text(new JcaPKCS8Generator(key, null));
        } catch (IOException e) {
            throw new UncheckedIOException("a key in memory has an encoding", e);
        }
    }

    /** {@return the certificate that a text is} */
    static X509Certificate certificate(String text) throws IOException {
        try {
            return new JcaX509CertificateConverter().getCertificate(content(text, X509CertificateHolder.class));
        } catch (CertificateException e) {
            throw new IOException("a certificate cannot be read: " + e.getMessage(), e);
        }
    }

    /** {@return the private key that a text is, PKCS #8, unencrypted} */
    static PrivateKey privateKey(String text) throws IOException {
        return new JcaPEMKeyConverter().getPrivateKey(content(text, PrivateKeyInfo.class));
    }

    private static <T> T content(String text, Class<T> type) throws IOException {
        try (var pem = new PEMParser(new StringReader(text))) {
            var content = pem.readObject();
            if (!type.isInstance(content)) {
                throw new IOException("PEM text has no " + type.getSimpleName());
            }
            return type.cast(content);
        }
    }

    /** Writes {@code text} so that only the owner can read it, at no time anyone else. */
    static void writeSecret(Path file, String text) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text);
    }

    private static String text(Object content) {
        var text = new StringWriter();
        try (var pem = new JcaPEMWriter(text)) {
            pem.writeObject(content);
        } catch (IOException e) {
            throw new UncheckedIOException("what is in memory has an encoding", e);
        }
        return text.toString();
    }
}
