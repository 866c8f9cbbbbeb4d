// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.ByteArrayInputStream;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Until when API servers trust the webhook, by what its configurations say to everybody: the authorities of their {@code caBundle}. The
 * serving certificates, which live for days and end no later than their authority, are in the replicas' memory alone.
 *
 * <p>A status tells moments, since what is left would be another one each time.
 *
 * @param authorities how many different ones there are; two while one follows the other
 * @param firstEnds when the first of them ends
 * @param trustedUntil when the last one ends that every configuration names; from then on nobody trusts the webhook
 */
record Trust(int authorities, Instant firstEnds, Instant trustedUntil) {
    /** {@return what those configurations say; empty where there is none, or where one of them trusts nobody} */
    static Optional<Trust> of(Collection<GenericKubernetesResource> configurations) {
        var bundles = configurations.stream().flatMap(Trust::bundles).toList();
        if (bundles.isEmpty() || bundles.stream().anyMatch(List::isEmpty)) {
            return Optional.empty();
        }
        var all = bundles.stream().flatMap(List::stream).distinct().toList();
        return Optional.of(new Trust(
                all.size(),
                ends(all).min(Comparator.naturalOrder()).orElseThrow(),
                bundles.stream()
                        .map(bundle ->
                                ends(bundle).max(Comparator.naturalOrder()).orElseThrow())
                        .min(Comparator.naturalOrder())
                        .orElseThrow()));
    }

    private static Stream<Instant> ends(List<X509Certificate> certificates) {
        return certificates.stream()
                .map(certificate -> certificate.getNotAfter().toInstant());
    }

    private static Stream<List<X509Certificate>> bundles(GenericKubernetesResource configuration) {
        return configuration.<Object>get("webhooks") instanceof List<?> webhooks
                ? webhooks.stream().map(webhook -> bundle(in(in(webhook, "clientConfig"), "caBundle")))
                : Stream.empty();
    }

    private static Object in(Object object, String field) {
        return object instanceof Map<?, ?> map && map.get(field) != null ? map.get(field) : "";
    }

    /** Somebody may have written anything into it. */
    private static List<X509Certificate> bundle(Object base64) {
        try {
            var pem = Base64.getDecoder().decode(base64.toString());
            Collection<? extends Certificate> read =
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem));
            return read.stream().map(X509Certificate.class::cast).toList();
        } catch (CertificateException | IllegalArgumentException unreadable) {
            return List.of();
        }
    }
}
