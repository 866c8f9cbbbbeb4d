// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.pki;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Key;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;

/** RFC 7468 text, as Kubernetes' programs read and write it. */
final class Pem {
    static final String CERTIFICATE = "CERTIFICATE";
    static final String PRIVATE_KEY = "PRIVATE KEY";
    static final String PUBLIC_KEY = "PUBLIC KEY";
    private static final int LINE = 64;

    private Pem() {}

    static String of(X509Certificate certificate) {
        try {
            return block(CERTIFICATE, certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate in memory has an encoding", e);
        }
    }

    static String of(String label, Key key) {
        return block(label, key.getEncoded());
    }

    static byte[] decode(String label, String text) {
        var begin = "-----BEGIN " + label + "-----";
        var end = "-----END " + label + "-----";
        var from = text.indexOf(begin);
        var to = text.indexOf(end);
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("no PEM block of type " + label);
        }
        return Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to));
    }

    /** Writes {@code text} so that only the owner can read it, at no time anyone else. */
    static void writeSecret(Path file, String text) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text);
    }

    private static String block(String label, byte[] content) {
        var body = Base64.getMimeEncoder(LINE, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(content);
        return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
    }
}
