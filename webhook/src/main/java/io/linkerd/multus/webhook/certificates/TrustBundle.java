// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.util.List;

/** The authorities that a {@code caBundle} names, in its order. */
record TrustBundle(List<X509> authorities) {

    static final TrustBundle EMPTY = new TrustBundle(List.of());

    TrustBundle {
        authorities = List.copyOf(authorities);
    }

    /** {@return the same of a text} */
    static TrustBundle read(String pem) {
        return read(pem.getBytes(StandardCharsets.US_ASCII));
    }

    /** {@return a bundle as it was read; one that cannot be read trusts nobody} */
    static TrustBundle read(byte[] pem) {
        try {
            return new TrustBundle(Pem.certificates(pem));
        } catch (CertificateException unreadable) {
            return EMPTY;
        }
    }

    /** {@return whom all of them name} */
    static TrustBundle common(List<TrustBundle> bundles) {
        return bundles.isEmpty()
                ? EMPTY
                : new TrustBundle(bundles.getFirst().authorities().stream()
                        .filter(authority -> bundles.stream().allMatch(bundle -> bundle.contains(authority)))
                        .toList());
    }

    byte[] pem() {
        return Pem.of(authorities);
    }

    boolean contains(X509 authority) {
        return authorities.contains(authority);
    }
}
