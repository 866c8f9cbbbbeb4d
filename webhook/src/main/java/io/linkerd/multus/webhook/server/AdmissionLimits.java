// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.linkerd.multus.webhook.reviews.Admission;
import java.time.Duration;

/**
 * What those who connect may cost, all together and each. A test has the image's own heap hold all of it.
 *
 * @param connections connections at once
 * @param connectionsOfOneClient connections at once from one address
 * @param memory bytes that all requests, and all answers until their sockets have taken them, may count for
 */
record AdmissionLimits(int connections, int connectionsOfOneClient, int memory) {
    /** Largest admission request that is received. */
    static final int MAX_REQUEST = Admission.LONGEST;

    /** A request line and headers are sent at once, and an API server's are below 1 KiB. */
    static final Duration HEADERS_DEADLINE = Duration.ofSeconds(5);

    /** From the first byte to the last: an API server gives up after 10 s unless it is told otherwise. */
    static final Duration REQUEST_DEADLINE = Duration.ofSeconds(10);

    /** For an answer to be taken: as long as an API server may take to send what it answers. */
    static final Duration ANSWER_DEADLINE = Duration.ofSeconds(10);

    /** What a request costs that has just begun: buffers, a thread. */
    private static final int BEGUN = 40 << 10;

    /** No more than this is kept of a request; the rest of it streams by. */
    private static final int MOST_KEPT = 512 << 10;

    /** What is kept becomes part of an answer, and that is encrypted. */
    private static final int COPIES = 2;

    /**
     * A connection costs 10 KiB as long as nothing is sent, and of a heap of 64 MiB some 20 are free: for nine of the largest requests at
     * once, or 170 usual ones of 10 KiB. An API server has a connection for each of the pods that it makes at one moment.
     */
    static final AdmissionLimits STANDARD = new AdmissionLimits(384, 352, 10 << 20);

    /** Connections that have been told to go and are not closed yet, before new ones wait to be accepted. */
    static final int LEAVING = 64;

    /** {@return the bytes that a request counts for of which so many have come} */
    int countsFor(long received) {
        return countsFor(received, 0);
    }

    /** {@return the same where so many bytes of answers wait for the socket} */
    int countsFor(long received, long unsent) {
        return BEGUN + COPIES * Math.toIntExact(Math.min(received, MOST_KEPT) + Math.min(unsent, memory));
    }
}
