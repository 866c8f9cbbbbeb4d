// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.linkerdconfig;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Certificates in PEM, judged before Linkerd's pods have to trust them. */
final class TrustCertificates {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,40})-----([A-Za-z0-9+/=\\s]*+)-----END \\1-----");
    private static final String BEGIN = "-----BEGIN ";
    private static final int MOST = 64;
    private static final int LEAST_RSA = 2_048;
    private static final int LEAST_EC = 256;

    private TrustCertificates() {}

    /** {@return what is wrong with them at that time} Nothing of a key is repeated. */
    static List<String> problems(String pem, Instant now) {
        if (pem.contains("PRIVATE KEY-----")) {
            return List.of(
                    "holds a private key, which everyone could read here; take it out, and replace it, since it has been sent");
        }
        var blocks = BLOCK.matcher(pem).results().toList();
        if (blocks.isEmpty() || blocks.size() != occurrences(pem)) {
            return List.of("is not certificates in PEM: "
                    + (blocks.isEmpty() ? "none begins and ends" : "one of them does not end")
                    + "; paste them from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----");
        }
        if (blocks.size() > MOST) {
            return List.of(
                    "has more than " + MOST + " certificates; leave out those that no pod has to trust any more");
        }
        var problems = new ArrayList<String>();
        for (int index = 0; index < blocks.size(); index++) {
            var block = blocks.get(index);
            var name = blocks.size() == 1 ? "the certificate" : "certificate " + (index + 1);
            problem(block.group(1), block.group(2), now).ifPresent(words -> problems.add(name + " " + words));
        }
        return List.copyOf(problems);
    }

    private static int occurrences(String pem) {
        return pem.split(Pattern.quote(BEGIN), -1).length - 1;
    }

    private static Optional<String> problem(String label, String base64, Instant now) {
        if (!label.equals("CERTIFICATE")) {
            return Optional.of("is a " + label.toLowerCase(Locale.ROOT) + "; certificates alone belong here");
        }
        try {
            var der = Base64.getMimeDecoder().decode(base64);
            return CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der))
                            instanceof X509Certificate certificate
                    ? problem(certificate, now)
                    : Optional.of("cannot be read");
        } catch (CertificateException | IllegalArgumentException _) {
            return Optional.of("cannot be read; what is between its first and last line is not a certificate");
        }
    }

    private static Optional<String> problem(X509Certificate certificate, Instant now) {
        var subject = " (" + Words.quoted(certificate.getSubjectX500Principal().getName()) + ")";
        var ends = certificate.getNotAfter().toInstant();
        var begins = certificate.getNotBefore().toInstant();
        if (ends.isBefore(now)) {
            return Optional.of("ended on " + ends + subject + "; leave it out, or write the one that followed it");
        }
        if (begins.isAfter(now)) {
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
