// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import java.net.InetAddress;
import java.util.function.Consumer;

/** What the books say of one connection. {@link Guests} keeps them, under its lock. */
final class Guest {
    /** Who is at the other end. */
    final InetAddress from;

    /** Tells the connection that it has to go. */
    final Consumer<Reason> dismissal;

    Phase phase = Phase.IDLE;

    /** Whether a request of its own was ever answered: who has proven useful goes last. */
    boolean served;

    /** When it came, or was last answered. */
    long since;

    /** Bytes that its request counts for. */
    int held;

    /** What goes on in a connection. */
    enum Phase {
        /** Nothing. */
        IDLE,
        /** A request has begun to arrive. */
        RECEIVING,
        /** A request has arrived, and is worked on. */
        ANSWERING
    }

    /** Why a connection has to go. */
    enum Reason {
        /** Somebody else needs the place. */
        CONNECTIONS,
        /** Somebody else needs the memory. */
        MEMORY,
        /** Its request takes too long to arrive. */
        SLOW
    }

    Guest(InetAddress from, Consumer<Reason> dismissal) {
        this.from = from;
        this.dismissal = dismissal;
    }
}
