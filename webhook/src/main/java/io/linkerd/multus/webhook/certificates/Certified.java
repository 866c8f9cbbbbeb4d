// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HexFormat;

/** A certificate as a value: equal where its bytes are. */
record Certified(X509Certificate certificate) {

    Instant notBefore() {
        return certificate.getNotBefore().toInstant();
    }

    Instant notAfter() {
        return certificate.getNotAfter().toInstant();
    }

    boolean isValid(Instant now) {
        return !now.isBefore(notBefore()) && now.isBefore(notAfter());
    }

    String serial() {
        return HexFormat.of().formatHex(certificate.getSerialNumber().toByteArray());
    }

    byte[] encoded() {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException impossible) {
            throw new IllegalStateException("a certificate that was read cannot be written", impossible);
        }
    }
}
