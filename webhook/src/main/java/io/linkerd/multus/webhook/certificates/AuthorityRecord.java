// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

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
 */
record AuthorityRecord(Authority current, Optional<Next> next, List<Certified> previous, Optional<Instant> retireAt) {

    /** A Secret that was edited in circles must not grow the trust without end. */
    static final int MOST_PREVIOUS = 4;

    /**
     * An authority in waiting.
     *
     * @param trustedSince when the {@code caBundle} was read back with it
     */
    record Next(Authority authority, Optional<Instant> trustedSince) {}

    AuthorityRecord {
        previous = List.copyOf(previous.subList(0, Math.min(previous.size(), MOST_PREVIOUS)));
        retireAt = previous.isEmpty() ? Optional.empty() : retireAt;
    }

    static AuthorityRecord only(Authority current) {
        return new AuthorityRecord(current, Optional.empty(), List.of(), Optional.empty());
    }

    /** Starts over with a new authority, while leaves of those that are trusted today are served on until they end. */
    static AuthorityRecord startOver(Authority current, List<Certified> trusted, Instant retireAt) {
        return new AuthorityRecord(current, Optional.empty(), trusted, Optional.of(retireAt));
    }

    AuthorityRecord prepare(Authority next) {
        return new AuthorityRecord(current, Optional.of(new Next(next, Optional.empty())), previous, retireAt);
    }

    AuthorityRecord confirm(Next trusted, Instant now) {
        return new AuthorityRecord(
                current, Optional.of(new Next(trusted.authority(), Optional.of(now))), previous, retireAt);
    }

    AuthorityRecord sign(Next successor, Instant retireAt) {
        List<Certified> retiring =
                Stream.concat(Stream.of(current.certified()), previous.stream()).toList();
        return new AuthorityRecord(successor.authority(), Optional.empty(), retiring, Optional.of(retireAt));
    }

    AuthorityRecord retire() {
        return new AuthorityRecord(current, next, List.of(), Optional.empty());
    }

    /** Whom the API server has to trust. */
    TrustBundle trusted() {
        var waiting = next.map(Next::authority).map(Authority::certified).stream();
        return new TrustBundle(Stream.of(Stream.of(current.certified()), waiting, previous.stream())
                .flatMap(s -> s)
                .distinct()
                .toList());
    }
}
