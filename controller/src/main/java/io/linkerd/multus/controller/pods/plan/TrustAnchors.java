// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods.plan;

import io.linkerd.multus.contracts.Sha256;
import io.linkerd.multus.contracts.certificates.PemBundle;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

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
        int number = 0;
        for (var block : PemBundle.read(bundle).certificates()) {
            number++;
            if (block.base64().isEmpty()) {
                return new Unreadable("certificate " + number + " of the bundle does not end");
            }
            var fingerprint = block.certificate().flatMap(TrustAnchors::fingerprint);
            if (fingerprint.isEmpty()) {
                return new Unreadable("certificate " + number + " of the bundle cannot be parsed");
            }
            fingerprints.add(fingerprint.get());
        }
        return fingerprints.isEmpty() ? new Unreadable("the bundle holds no certificate") : new Known(fingerprints);
    }

    private static Optional<String> fingerprint(X509Certificate certificate) {
        try {
            return Optional.of(Sha256.of(certificate.getEncoded()));
        } catch (CertificateEncodingException _) {
            return Optional.empty();
        }
    }
}
