// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.linkerd.multus.webhook.server.Exchange.Arrival;
import io.linkerd.multus.webhook.server.Exchange.Event;
import io.linkerd.multus.webhook.server.Exchange.Served;
import java.time.Duration;
import java.util.Optional;

/** What goes on in one connection, and that {@link Guests} has it in the books. On the connection's own event loop. */
final class Account {
    private final Guests guests;
    private final Guest guest;
    private Exchange state = Exchange.IDLE;
    private boolean answered;

    Account(Guests guests, Guest guest) {
        this.guests = guests;
        this.guest = guest;
    }

    /** {@return whether there is a place for it} */
    boolean enter() {
        return guests.enter(guest);
    }

    Exchange state() {
        return state;
    }

    boolean isReceiving() {
        return state instanceof Served now && now.isReceiving();
    }

    /** {@return how long a request may take that has begun to come, from its first byte on} */
    Optional<Duration> deadline() {
        return state instanceof Served now && now.isReceiving()
                ? Optional.of(
                        now.arrival() == Arrival.HEAD
                                ? AdmissionLimits.HEADERS_DEADLINE
                                : AdmissionLimits.REQUEST_DEADLINE)
                : Optional.empty();
    }

    boolean isSending() {
        return state instanceof Served now && now.unsent() > 0;
    }

    /** {@return whether the socket ever took an answer, which need not mean that the peer did} */
    boolean wasAnswered() {
        return answered;
    }

    void on(Event event) {
        var before = state;
        state = before.on(event);
        if (before instanceof Served then && state instanceof Served now && !now.countsAs(then)) {
            switch (now.phase()) {
                case IDLE -> {
                    answered = true;
                    guests.answered(guest);
                }
                case RECEIVING -> guests.received(guest, now.received());
                case ANSWERING -> guests.arrived(guest);
                case SENDING -> guests.sending(guest, now.kept(), now.unsentBytes());
            }
        }
    }

    /** The connection is closed, or as good as. */
    void leave() {
        guests.leave(guest);
    }
}
