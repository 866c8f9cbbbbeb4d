// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import java.util.Locale;

/** Why a request was not carried out, or a connection ended, by the server itself. */
enum Refusal {
    /** It is no HTTP. */
    MALFORMED(400, "no request of HTTP/1.1"),
    /** Request line or headers are longer than they may be. */
    LONG_HEAD(431, "request line or headers too long"),
    /** So is the body. */
    LONG_BODY(413, "request body too long"),
    /** It did not arrive in its time. */
    SLOW(408, "the request did not arrive in time"),
    /** Its answer was not read in its time; this one would not be either. */
    UNREAD(408, "the answer was not read in time"),
    /** Its client had sent no request, and a newer connection has its place; this is not told. */
    DISPLACED(503, "too many connections without a request"),
    /** There are as many connections with requests as there may be. */
    CONNECTIONS(503, "too many connections with requests"),
    /** What has come of all requests is as much as may be kept. */
    MEMORY(503, "the requests that wait take all the memory that they may"),
    /** As many requests wait as may. */
    QUEUE_FULL(503, "too many requests wait already"),
    /** As many wait for one container as may. */
    CONTAINER_BUSY(503, "too many requests for this container wait already"),
    /** Its turn did not come in its time. */
    QUEUE_TIMEOUT(503, "the request waited too long for its turn behind others"),
    /** The client went away, or the daemon stops, while it waited for its turn. */
    CANCELLED(503, "the request was cancelled before its turn came"),
    /** Its time was over, it was cancelled, and it did not end then. */
    WORK_TIMEOUT(503, "the request did not end in time"),
    /** The daemon stops. */
    STOPPING(503, "the daemon is stopping"),
    /** A fault of the daemon. */
    FAULT(500, "a fault in the daemon, whose log says more");

    /** CNI's code for an error after which a runtime tries again later. */
    private static final int TRY_AGAIN = 11;

    /** What upstream's shim makes of an error without a code. */
    private static final int UNKNOWN = 999;

    private final int status;
    private final String words;

    Refusal(int status, String words) {
        this.status = status;
        this.words = words;
    }

    Answer answer() {
        return switch (status) {
            case 500 -> Answer.error(status, UNKNOWN, "multus daemon: " + words, "");
            case 503 -> Answer.error(status, TRY_AGAIN, "multus daemon: " + words + "; try again", "");
            default -> Answer.text(status, words);
        };
    }

    /** {@return why, for a person} */
    String words() {
        return words;
    }

    /** {@return its name in metrics} */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
