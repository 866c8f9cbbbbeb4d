// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import io.linkerd.multus.contracts.certificates.PemBundle;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Certificates in PEM, judged before Linkerd's pods have to trust them. */
final class TrustCertificates {
    private static final int MOST = 64;
    private static final int LEAST_RSA = 2_048;
    private static final int LEAST_EC = 256;

    private TrustCertificates() {}

    /** {@return what is wrong with them at that time} Nothing of a key is repeated. */
    static List<String> problems(String pem, Instant now) {
        return problems(pem, Optional.of(now));
    }

    /** {@return which of them have ended, or have not begun; none where anything else is wrong with one of them} */
    static List<String> outOfDate(String pem, Instant now) {
        return problems(pem, Optional.empty()).isEmpty() ? problems(pem, now) : List.of();
    }

    /** Without a time no certificate has ended. */
    private static List<String> problems(String pem, Optional<Instant> now) {
        if (pem.contains("PRIVATE KEY-----")) {
            return List.of(
                    "holds a private key, which everyone could read here; take it out, and replace it, since it has been sent");
        }
        var blocks = PemBundle.read(pem).blocks();
        if (blocks.isEmpty() || blocks.stream().anyMatch(block -> block.base64().isEmpty())) {
            return List.of("is not certificates in PEM: "
                    + (blocks.isEmpty() ? "none begins" : "one of them does not end")
                    + "; paste them from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----");
        }
        if (blocks.size() > MOST) {
            return List.of(
                    "has more than " + MOST + " certificates; leave out those that no pod has to trust any more");
        }
        var problems = new ArrayList<String>();
        for (int index = 0; index < blocks.size(); index++) {
            var name = blocks.size() == 1 ? "the certificate" : "certificate " + (index + 1);
            problem(blocks.get(index), now).ifPresent(words -> problems.add(name + " " + words));
        }
        return List.copyOf(problems);
    }

    private static Optional<String> problem(PemBundle.Block block, Optional<Instant> now) {
        if (!block.isCertificate()) {
            return Optional.of("is a " + block.label().toLowerCase(Locale.ROOT) + "; certificates alone belong here");
        }
        return block.certificate()
                .map(certificate -> problem(certificate, now))
                .orElse(Optional.of("cannot be read; what is between its first and last line is not a certificate"));
    }

    private static Optional<String> problem(X509Certificate certificate, Optional<Instant> now) {
        var subject = " (" + Words.quoted(certificate.getSubjectX500Principal().getName()) + ")";
        var ends = certificate.getNotAfter().toInstant();
        var begins = certificate.getNotBefore().toInstant();
        if (now.filter(ends::isBefore).isPresent()) {
            return Optional.of("ended on " + ends + subject + "; leave it out, or write the one that followed it");
        }
        if (now.filter(begins::isAfter).isPresent()) {
            return Optional.of("begins on " + begins + " only" + subject + "; write it then");
        }
        return weakness(certificate).map(words -> words + subject + "; have a stronger one made");
    }

    private static Optional<String> weakness(X509Certificate certificate) {
        var signature = certificate.getSigAlgName().toUpperCase(Locale.ROOT);
        if (signature.startsWith("SHA1") || signature.startsWith("MD")) {
            return Optional.of("is signed with " + signature + ", which is too weak");
        }
        return switch (certificate.getPublicKey()) {
            case RSAPublicKey rsa
            when rsa.getModulus().bitLength() < LEAST_RSA ->
                Optional.of("has an RSA key of " + rsa.getModulus().bitLength() + " bits, of which Linkerd takes "
                        + LEAST_RSA + " or more");
            case ECPublicKey ec
            when ec.getParams().getCurve().getField().getFieldSize() < LEAST_EC ->
                Optional.of("has a key on a curve of "
                        + ec.getParams().getCurve().getField().getFieldSize() + " bits, of which Linkerd takes "
                        + LEAST_EC
                        + " or more");
            default -> Optional.empty();
        };
    }
}
