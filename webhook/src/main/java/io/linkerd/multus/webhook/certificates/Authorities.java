// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static java.util.function.Predicate.not;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the Secret says: who signs, who will, and whose leaves may still be served.
 *
 * @param current signs leaves
 * @param next is trusted first and signs later
 * @param previous no longer sign, and stay trusted until {@code retireAt}, when their last leaf has ended; retireAt is empty
 *     exactly where there are none
 * @param isNew it was just started over, and has yet to take over whom the {@code caBundle} trusts besides
 */
record Authorities(
        Authority current, Optional<Next> next, List<X509> previous, Optional<Instant> retireAt, boolean isNew) {

    /** A Secret that was edited in circles must not grow the trust without end. */
    static final int MOST_PREVIOUS = 4;

    /**
     * An authority in waiting.
     *
     * @param trustedSince when the {@code caBundle} was read back with it
     */
    record Next(Authority authority, Optional<Instant> trustedSince) {}

    Authorities {
        previous = List.copyOf(previous.subList(0, Math.min(previous.size(), MOST_PREVIOUS)));
        retireAt = previous.isEmpty() ? Optional.empty() : retireAt;
    }

    Authorities(Authority current, Optional<Next> next, List<X509> previous, Optional<Instant> retireAt) {
        this(current, next, previous, retireAt, false);
    }

    /** Starts over with a new authority. */
    static Authorities startOver(Authority current) {
        return new Authorities(current, Optional.empty(), List.of(), Optional.empty(), true);
    }

    /**
     * Takes over whom the {@code caBundle} trusts besides: their leaves are served on until they end. Nobody serves leaves of strangers.
     *
     * @param served who signed what is served here, and is not to be left out should there be many
     */
    Authorities adopt(TrustBundle trusted, Optional<X509> served, Instant now, Instant retireAt) {
        var others = Stream.concat(served.filter(trusted::contains).stream(), trusted.authorities().stream())
                .distinct()
                .filter(CertificateIssuer::isOurs)
                .filter(authority -> !authority.equals(current.certificate()) && !authority.hasEnded(now))
                .toList();
        return new Authorities(current, next, others, Optional.of(retireAt));
    }

    /**
     * {@return whether somebody put this in the place of what a bundle is of} It knows nobody here, and one of us who came later: a bundle
     * that is the older of the two has nobody whose leaves are served.
     */
    boolean isOlderThan(TrustBundle bundle, Instant now) {
        return trusted().authorities().stream().noneMatch(bundle::contains)
                && bundle.authorities().stream()
                        .filter(CertificateIssuer::isOurs)
                        .filter(authority -> !authority.hasEnded(now))
                        .anyMatch(authority -> authority
                                .notBefore()
                                .isAfter(current.certificate().notBefore()));
    }

    Authorities prepare(Authority next) {
        return new Authorities(current, Optional.of(new Next(next, Optional.empty())), previous, retireAt);
    }

    Authorities confirm(Next trusted, Instant now) {
        return new Authorities(
                current, Optional.of(new Next(trusted.authority(), Optional.of(now))), previous, retireAt);
    }

    Authorities sign(Next successor, Instant retireAt) {
        var retiring = Stream.concat(Stream.of(current.certificate()), previous.stream())
                .toList();
        return new Authorities(successor.authority(), Optional.empty(), retiring, Optional.of(retireAt));
    }

    Authorities retire() {
        return new Authorities(current, next, List.of(), Optional.empty());
    }

    boolean hasEnded(Instant now) {
        return current.certificate().hasEnded(now);
    }

    /** Who is next; one that has ended is nobody. One from a clock that is ahead of ours is, and signs later. */
    Optional<Next> successor(Instant now) {
        return next.filter(waiting -> !waiting.authority().certificate().hasEnded(now));
    }

    /** Who is next, if it can sign now. */
    Optional<Next> ready(Instant now) {
        return next.filter(waiting -> waiting.authority().certificate().isValid(now));
    }

    /** {@return whom the API server has to trust} */
    TrustBundle trusted() {
        var waiting = next.map(Next::authority).map(Authority::certificate).stream();
        return new TrustBundle(Stream.of(Stream.of(current.certificate()), waiting, previous.stream())
                .flatMap(authorities -> authorities)
                .distinct()
                .toList());
    }

    /** {@return what is wrong with a bundle; nothing where it names exactly whom it has to} */
    Optional<String> whyNotTrusted(TrustBundle bundle) {
        if (!bundle.contains(current.certificate())) {
            return Optional.of("the caBundle does not name who signs");
        }
        if (next.map(Next::authority)
                .map(Authority::certificate)
                .filter(not(bundle::contains))
                .isPresent()) {
            return Optional.of("the caBundle does not name who will sign");
        }
        if (!bundle.authorities().containsAll(previous)) {
            return Optional.of("the caBundle does not name whose leaves may still be served");
        }
        return trusted().authorities().containsAll(bundle.authorities())
                ? Optional.empty()
                : Optional.of("the caBundle names an authority of which no leaf is served");
    }
}
