// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import java.net.InetAddress;
import java.time.Duration;
import java.util.function.Consumer;

/** What the books say of one connection. {@link Guests} keeps them, under its lock. */
final class Guest {
    /** Signature and keys of 352 handshakes take 0.22 s of a free processor; on a busy one all of it may take some times as long. */
    private static final Duration HANDSHAKES = Duration.ofSeconds(2);

    /** A peer that reads takes an answer within milliseconds. */
    private static final Duration TAKEN = Duration.ofSeconds(1);

    /** Who is at the other end. */
    final InetAddress from;

    /** Tells the connection that it has to go. */
    final Consumer<Reason> dismissal;

    Phase phase = Phase.IDLE;

    /** Whether it ever took an answer: a connection that has proven useful goes last. */
    boolean served;

    /** When it came, or had last taken an answer. */
    long since;

    /** Since when the peer has answers to take. */
    long sendingSince;

    /** Bytes that its requests, and answers that were not taken, count for. */
    int held;

    /** What goes on in a connection. */
    enum Phase {
        /** Nothing. */
        IDLE,
        /** A request has begun to arrive. */
        RECEIVING,
        /** A request has arrived, and is worked on. */
        ANSWERING,
        /** An answer waits for the peer to take it. */
        SENDING
    }

    /** Why a connection has to go. */
    enum Reason {
        /** Somebody else needs the place. */
        CONNECTIONS,
        /** Somebody else needs the memory. */
        MEMORY,
        /** Its request takes too long to arrive. */
        SLOW,
        /** Its answer is not read. */
        UNREAD,
        /** This replica stops, and nothing is going on in it. */
        STOPPING
    }

    Guest(InetAddress from, Consumer<Reason> dismissal) {
        this.from = from;
        this.dismissal = dismissal;
    }

    /** {@return the bytes that its peer holds by being slow, to send or to read} */
    int heldByPeer() {
        return switch (phase) {
            case RECEIVING, SENDING -> held;
            case IDLE, ANSWERING -> 0;
        };
    }

    /** {@return whether its answer should long have been taken} */
    boolean isUnread(long now) {
        return phase == Phase.SENDING && now - sendingSince >= TAKEN.toNanos();
    }

    /** {@return whether its request is worked on, or was answered just now, so that it has to stay for another's place} */
    boolean isServed(long now) {
        return switch (phase) {
            case ANSWERING -> true;
            case SENDING -> !isUnread(now);
            case IDLE, RECEIVING -> false;
        };
    }

    /** {@return whether it never took an answer, and has had no time to} */
    boolean isNew(long now) {
        return !served && now - since < HANDSHAKES.toNanos();
    }
}
