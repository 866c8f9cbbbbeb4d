// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A serving certificate that somebody else made, as a Secret has it.
 *
 * @param chain the certificate, and after it those that signed it, as far as they are said
 * @param key belongs to the first of them
 * @param authorities whom the Secret says to trust; may be nobody
 */
record MountedCertificate(List<X509> chain, PrivateKey key, Set<X509> authorities) {

    MountedCertificate {
        chain = inOrder(chain);
        authorities = Set.copyOf(authorities);
    }

    /** {@return what is served} */
    X509 leaf() {
        return chain.getFirst();
    }

    /** {@return who signed it, as far as the Secret says} */
    Optional<X509> authority() {
        return Stream.concat(chain.stream().skip(1), authorities.stream())
                .filter(candidate -> signed(candidate, leaf()))
                .findFirst();
    }

    /** {@return whom somebody trusts who is told of this Secret alone: its authorities, or else the end of its chain} */
    Set<X509> trusted() {
        return authorities.isEmpty() ? Set.of(chain.getLast()) : authorities;
    }

    /** What follows in a file may be in any order, or have nothing to do with it; a server that sends it is refused by some clients. */
    private static List<X509> inOrder(List<X509> found) {
        var ordered = new ArrayList<>(found.subList(0, 1));
        for (var next = signer(ordered, found); next.isPresent(); next = signer(ordered, found)) {
            ordered.add(next.get());
        }
        return List.copyOf(ordered);
    }

    private static Optional<X509> signer(List<X509> ordered, List<X509> found) {
        return found.stream()
                .filter(candidate -> !ordered.contains(candidate))
                .filter(candidate -> signed(candidate, ordered.getLast()))
                .findFirst();
    }

    private static boolean signed(X509 authority, X509 certificate) {
        try {
            certificate.parsed().verify(authority.parsed().getPublicKey());
            return authority
                    .parsed()
                    .getSubjectX500Principal()
                    .equals(certificate.parsed().getIssuerX500Principal());
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    @Override
    public String toString() {
        return "MountedCertificate[" + leaf().serial() + "]";
    }
}
