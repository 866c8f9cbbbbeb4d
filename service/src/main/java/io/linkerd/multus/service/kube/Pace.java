// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.service.retry.Backoff;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long lists and watches may take.
 *
 * @param list how long a list may take to begin, and may be silent afterwards
 * @param length after which the API server ends a watch in good order; asked for with up to a quarter more, so that watches that began together
 *     do not end together
 * @param silence without a byte after which a watch is given up
 * @param backoff between the end of one and the beginning of the next
 */
public record Pace(Duration list, Duration length, Duration silence, Backoff backoff) {
    /**
     * The usual one. Bookmarks come about once a minute: where two of them are missing, a load balancer may have dropped the connection
     * without a word to either end.
     */
    public static final Pace USUAL =
            new Pace(Duration.ofSeconds(30), Duration.ofMinutes(6), Duration.ofSeconds(150), Backoff.WATCH);

    long seconds(RandomGenerator random) {
        return length.toSeconds() + random.nextLong(length.toSeconds() / 4);
    }
}
