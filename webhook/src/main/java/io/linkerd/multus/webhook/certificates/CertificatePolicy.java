// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.time.Duration;
import java.time.Instant;

/**
 * How long certificates live.
 *
 * @param authorityLifetime life of a certificate authority
 * @param leafLifetime life of a serving certificate, cut where its authority ends
 * @param backdating how far a certificate's life begins in the past, for clocks that are behind ours
 * @param settling how long API servers are given to learn of a changed {@code caBundle} before anything relies on it
 */
public record CertificatePolicy(
        Duration authorityLifetime, Duration leafLifetime, Duration backdating, Duration settling) {

    /**
     * Clocks are seldom wrong by more than a time zone, whose widest is 14 h. API servers learn by a watch, in well under a second; a minute covers one that has to
     * reconnect.
     */
    public static final CertificatePolicy STANDARD = new CertificatePolicy(
            Duration.ofDays(365), Duration.ofDays(7), Duration.ofHours(24), Duration.ofMinutes(1));

    /** An answer is not older than that, nor rounded by more. */
    private static final Duration ANSWERING = Duration.ofMinutes(1);

    /** Refuses an authority that could not outlive the leaves it signs. */
    public CertificatePolicy {
        if (leafLifetime.plus(leafLifetime).compareTo(authorityLifetime) > 0) {
            throw new IllegalArgumentException("a leaf of " + leafLifetime
                    + " needs an authority of at least twice that, not " + authorityLifetime);
        }
    }

    /** {@return whether a clock is further from another than certificates begin in the past, and a moment for the way of the answer} */
    boolean isWrong(Instant clock, Instant other) {
        return Duration.between(clock, other).abs().compareTo(backdating.plus(ANSWERING)) > 0;
    }

    /** {@return whether only somebody whose clock is wrong, or ours, can have made a certificate} */
    boolean isFromTheFuture(X509 certificate, Instant now) {
        return certificate.notBefore().isAfter(now.plus(backdating));
    }

    /** {@return when a certificate has a third of its life left, which is when its successor is made} */
    static Instant renewal(X509 certificate) {
        var end = certificate.notAfter();
        return end.minus(Duration.between(certificate.notBefore(), end).dividedBy(3));
    }

    static boolean isDue(X509 certificate, Instant now) {
        return !now.isBefore(renewal(certificate));
    }
}
