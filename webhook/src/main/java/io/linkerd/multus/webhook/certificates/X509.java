// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;

/** A certificate as a value: equal where its bytes are. */
record X509(X509Certificate parsed) {

    Instant notBefore() {
        return parsed.getNotBefore().toInstant();
    }

    Instant notAfter() {
        return parsed.getNotAfter().toInstant();
    }

    boolean isValid(Instant now) {
        return !now.isBefore(notBefore()) && now.isBefore(notAfter());
    }

    /** {@return whether its life is over} One that is yet to begin has not ended: then our clock is behind its maker's. */
    boolean hasEnded(Instant now) {
        return !now.isBefore(notAfter());
    }

    /** {@return now, or when its life begins where that is no further away: by the clock of whoever made it, it has begun} */
    Instant within(Instant now, Duration tolerance) {
        return now.isBefore(notBefore()) && !now.plus(tolerance).isBefore(notBefore()) ? notBefore() : now;
    }

    /** {@return whether that is the private key of this certificate: what it signs is verified by it} */
    boolean isOf(PrivateKey key) throws GeneralSecurityException {
        var signature = Signature.getInstance(
                switch (key.getAlgorithm()) {
                    case "EC" -> "SHA256withECDSA";
                    case "RSA" -> "SHA256withRSA";
                    default -> key.getAlgorithm();
                });
        var probe = encoded();
        signature.initSign(key);
        signature.update(probe);
        var signed = signature.sign();
        signature.initVerify(parsed.getPublicKey());
        signature.update(probe);
        return signature.verify(signed);
    }

    String serial() {
        return HexFormat.of().formatHex(parsed.getSerialNumber().toByteArray());
    }

    @Override
    public String toString() {
        return "X509[" + serial() + "]";
    }

    byte[] encoded() {
        try {
            return parsed.getEncoded();
        } catch (CertificateEncodingException impossible) {
            throw new IllegalStateException("a certificate that was read cannot be written", impossible);
        }
    }
}
