// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.outdated;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The certificates that a proxy trusts. They are compared as a set: order, repetition, and all text but the certificates mean nothing to a
 * proxy, and the digests that Linkerd writes on pods differ for one bundle by how its text ends.
 */
public sealed interface TrustAnchors {

    /**
     * The bundle was read.
     *
     * @param fingerprints SHA-256 of each certificate's DER, in hexadecimal; at least one
     */
    record Known(Set<String> fingerprints) implements TrustAnchors {
        /** Copies. */
        public Known {
            fingerprints = Set.copyOf(fingerprints);
        }

        /** {@return whether these are all here, too} */
        public boolean holds(Known others) {
            return fingerprints.containsAll(others.fingerprints);
        }
    }

    /**
     * There is a bundle, and it cannot be read.
     *
     * @param problem what is wrong with it, for people; repeats nothing of it
     */
    record Unreadable(String problem) implements TrustAnchors {}

    /** The pod does not show its bundle: those of the control plane refer to a ConfigMap. */
    record Unseen() implements TrustAnchors {}

    /** {@return the certificates of a bundle in PEM} Blocks of other kinds are passed over, as Linkerd does. */
    static TrustAnchors read(String bundle) {
        var fingerprints = new TreeSet<String>();
        var blocks = Pem.BLOCK.matcher(bundle);
        int number = 0;
        int end = 0;
        while (blocks.find()) {
            number++;
            end = blocks.end();
            try {
                fingerprints.add(Pem.fingerprint(blocks.group(1)));
            } catch (CertificateException | IllegalArgumentException _) {
                return new Unreadable("certificate " + number + " of the bundle cannot be parsed");
            }
        }
        if (bundle.indexOf(Pem.BEGIN, end) >= 0) {
            return new Unreadable("certificate " + (number + 1) + " of the bundle does not end");
        }
        return fingerprints.isEmpty() ? new Unreadable("the bundle holds no certificate") : new Known(fingerprints);
    }

    /** How certificates are written as text. */
    final class Pem {
        private static final String BEGIN = "-----BEGIN CERTIFICATE-----";

        /** The text between holds no dash, so that no block takes in the next. */
        private static final Pattern BLOCK = Pattern.compile(BEGIN + "([^-]*)-----END CERTIFICATE-----");

        private Pem() {}

        private static String fingerprint(String base64) throws CertificateException {
            var der = Base64.getMimeDecoder().decode(base64.getBytes(StandardCharsets.US_ASCII));
            var certificate =
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
            return HexFormat.of().formatHex(sha256().digest(certificate.getEncoded()));
        }

        private static MessageDigest sha256() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("this Java lacks SHA-256, which each has to have", e);
            }
        }
    }
}
