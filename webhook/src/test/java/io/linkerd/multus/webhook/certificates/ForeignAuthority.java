// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Makes certificates as somebody else's Secret has them. */
public final class ForeignAuthority {
    private final CertificatePolicy policy;
    private final CertificateIssuer issuer;
    private final Instant now;
    private final Authority authority;

    /**
     * Makes an authority.
     *
     * @param name whom its certificates are for
     * @param lifetime of its certificates
     */
    public ForeignAuthority(String name, Duration lifetime, Instant now) {
        this.policy = new CertificatePolicy(lifetime.multipliedBy(2), lifetime, Duration.ofMinutes(1), Duration.ZERO);
        this.issuer = new CertificateIssuer(policy, List.of(name));
        this.now = now;
        this.authority = issuer.authority(now);
    }

    Leaf leaf() {
        return issuer.leaf(authority, now);
    }

    /** {@return whom API servers have to trust, PEM} */
    public byte[] bundle() {
        return Pem.of(List.of(authority.certificate()));
    }

    /** {@return the data of a Secret with a new certificate in it, like cert-manager's} */
    public Map<String, byte[]> secret() {
        var leaf = leaf();
        return secret(leaf, leaf);
    }

    /** {@return one whose key belongs to another certificate} */
    public Map<String, byte[]> mismatchedSecret() {
        return secret(leaf(), leaf());
    }

    private Map<String, byte[]> secret(Leaf certificate, Leaf key) {
        return Map.of(
                "tls.crt",
                Pem.of(List.of(certificate.certificate())),
                "tls.key",
                Pem.of(key.key()),
                "ca.crt",
                bundle());
    }
}
