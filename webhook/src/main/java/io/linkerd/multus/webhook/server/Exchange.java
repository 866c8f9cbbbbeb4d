// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.linkerd.multus.webhook.server.Guest.Phase;
import io.linkerd.multus.webhook.server.Guest.Reason;

/**
 * What goes on in a connection, requests in a row (HTTP pipelining) included, and what follows from each event: a pure table. An answer is
 * decided, queued for the socket, and sent when the socket has taken it; until then it is the connection's.
 */
sealed interface Exchange {
    /** Nothing has come, and nothing is owed. */
    Served IDLE = new Served(Arrival.NOTHING, 0, false, 0, 0, 0);

    /** {@return what it is after the event} */
    Exchange on(Event event);

    /** What has come of the last request. */
    enum Arrival {
        /** None has begun. */
        NOTHING,
        /** A part of its headers. */
        HEAD,
        /** All headers, which announce nothing more. */
        HEADERS_ALONE,
        /** All headers, which announce a body, and not all of that. */
        BODY
    }

    /** What happens. */
    sealed interface Event {
        /** Bytes of a request have come. */
        record Bytes(int count) implements Event {}

        /** All headers of a request have come; a body follows or does not. */
        record Head(boolean more) implements Event {}

        /** The rest of a request has come. */
        record Whole() implements Event {}

        /** An answer is handed over, its beginning first. */
        record AnswerBegins() implements Event {}

        /** The whole answer was handed over, so many bytes of content. */
        record AnswerQueued(int bytes) implements Event {}

        /** The socket has taken an answer. */
        record AnswerSent(int bytes) implements Event {}

        /** The connection has to go; for a stop of this replica only where nothing is going on, otherwise with its last answer. */
        record Dismissed(Reason reason) implements Event {}
    }

    /**
     * A connection that is served.
     *
     * @param owed requests whose headers have come and whose answers were not queued
     * @param answering whether an answer has begun to be queued and did not end
     * @param received bytes of requests since nothing was owed
     * @param unsent answers that the socket has not taken
     * @param unsentBytes their content
     */
    record Served(Arrival arrival, int owed, boolean answering, long received, int unsent, long unsentBytes)
            implements Exchange {

        @Override
        public Exchange on(Event event) {
            return switch (event) {
                case Event.Bytes(int count) ->
                    with(arrival == Arrival.NOTHING ? Arrival.HEAD : arrival, owed, answering, received + count);
                case Event.Head(boolean more) ->
                    with(more ? Arrival.BODY : Arrival.HEADERS_ALONE, owed + 1, answering, received);
                case Event.Whole() ->
                    with(Arrival.NOTHING, owed, answering, received).settled();
                case Event.AnswerBegins() -> with(arrival, owed, true, received);
                case Event.AnswerQueued(int bytes) ->
                    answersLast()
                            ? new Closing(unsent > 0 ? Ending.CUT : Ending.ANSWERED)
                            : new Served(
                                    arrival, Math.max(0, owed - 1), false, received, unsent + 1, unsentBytes + bytes);
                case Event.AnswerSent(int bytes) ->
                    new Served(arrival, owed, answering, received, unsent - 1, unsentBytes - bytes).settled();
                case Event.Dismissed(Reason reason) ->
                    reason == Reason.STOPPING && phase() != Phase.IDLE ? this : new Closing(ending(reason));
            };
        }

        /** {@return whether the next answer is the last one here} One to what has not come yet does not wait for the rest. */
        boolean answersLast() {
            return arrival == Arrival.BODY && owed == 1;
        }

        boolean isReceiving() {
            return arrival != Arrival.NOTHING;
        }

        /** {@return what {@link Guests} is told of it} What the peer does not take counts before what it sends. */
        Phase phase() {
            if (unsent > 0) {
                return Phase.SENDING;
            }
            if (isReceiving()) {
                return Phase.RECEIVING;
            }
            return owed > 0 ? Phase.ANSWERING : Phase.IDLE;
        }

        /** {@return bytes of requests that are still worked with} An answer that waits for the socket keeps nothing of its request. */
        long kept() {
            return isReceiving() || owed > 0 ? received : 0;
        }

        /** {@return whether nothing of what is counted has changed} */
        boolean countsAs(Served before) {
            return phase() == before.phase()
                    && received == before.received
                    && kept() == before.kept()
                    && unsentBytes == before.unsentBytes;
        }

        private Ending ending(Reason reason) {
            if (unsent > 0) {
                return Ending.CUT;
            }
            boolean mayBeTold =
                    owed > 0 || reason == Reason.STOPPING || (isReceiving() && reason != Reason.CONNECTIONS);
            return mayBeTold && !answering ? Ending.TOLD : Ending.CLOSED;
        }

        private Served with(Arrival arrival, int owed, boolean answering, long received) {
            return new Served(arrival, owed, answering, received, unsent, unsentBytes);
        }

        private Served settled() {
            return phase() == Phase.IDLE ? IDLE : this;
        }
    }

    /** How a connection ends from here. */
    enum Ending {
        /** With its last answer, and a moment for the peer to read it. */
        ANSWERED,
        /** With an early answer that says why, and a moment to read it. */
        TOLD,
        /** As TLS has it. */
        CLOSED,
        /** At once, with what the peer has not taken. */
        CUT
    }

    /** A connection that is not served any more. */
    record Closing(Ending how) implements Exchange {
        @Override
        public Closing on(Event event) {
            return this;
        }
    }
}
