// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Whom an API server trusts, and what it makes of a certificate by them.
 *
 * @param at the moment that it is judged at
 */
record TrustAnchors(Set<X509> authorities, Instant at) {
    private static final int DNS_NAME = 2;

    TrustAnchors {
        authorities = Set.copyOf(authorities);
    }

    /** {@return who checks certificates by them, for a connection of our own} */
    X509TrustManager manager() throws GeneralSecurityException {
        var anchors = authorities.stream()
                .map(authority -> new TrustAnchor(authority.parsed(), null))
                .collect(Collectors.toSet());
        var parameters = new PKIXBuilderParameters(anchors, new X509CertSelector());
        parameters.setRevocationEnabled(false);
        parameters.setDate(Date.from(at));
        var factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(new CertPathTrustManagerParameters(parameters));
        return Stream.of(factory.getTrustManagers())
                .filter(X509TrustManager.class::isInstance)
                .map(X509TrustManager.class::cast)
                .findFirst()
                .orElseThrow(() -> new GeneralSecurityException("this Java checks no certificates"));
    }

    /** {@return why an API server that calls by this name would refuse what is served; nothing where it would not} */
    Optional<String> whyRefused(List<X509> chain, String name) {
        try {
            if (names(chain.getFirst()).noneMatch(pattern -> isOf(pattern, name))) {
                return Optional.of("it is not for " + name + ", by which API servers call");
            }
            // As a client does that takes any key: who signed it, and whether it is for servers.
            manager().checkServerTrusted(chain.stream().map(X509::parsed).toArray(X509Certificate[]::new), "UNKNOWN");
            return Optional.empty();
        } catch (CertificateException refused) {
            return Optional.of("API servers would refuse it: " + refused.getMessage());
        } catch (GeneralSecurityException none) {
            return Optional.of("API servers trust no authority: " + none.getMessage());
        }
    }

    private static Stream<String> names(X509 certificate) throws CertificateParsingException {
        return Objects.requireNonNullElse(certificate.parsed().getSubjectAlternativeNames(), List.<List<?>>of())
                .stream()
                .filter(entry -> entry.getFirst().equals(DNS_NAME))
                .map(entry -> String.valueOf(entry.get(1)));
    }

    private static boolean isOf(String pattern, String name) {
        return pattern.equalsIgnoreCase(name)
                || (pattern.startsWith("*.")
                        && pattern.substring(1).equalsIgnoreCase(name.substring(name.indexOf('.'))));
    }
}
