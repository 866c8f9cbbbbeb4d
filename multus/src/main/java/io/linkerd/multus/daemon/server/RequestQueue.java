// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.linkerd.multus.daemon.server.Lanes.Ticket;
import io.linkerd.multus.daemon.server.ServerLimits.Queue;
import io.linkerd.multus.service.clocks.Deadline;
import java.time.Duration;
import java.util.Optional;

/** Has requests wait for their turn, each on its own thread, and no longer than it may. */
final class RequestQueue {
    private final Lanes lanes;
    private final Duration patience;
    private boolean isClosed;

    /** How a wait ended. */
    sealed interface Entry {
        /** The turn has come; it is over when this is closed. */
        record Turn(Runnable end) implements Entry, AutoCloseable {
            @Override
            public void close() {
                end.run();
            }
        }

        /** It does not come. */
        record Refused(Refusal why) implements Entry {}
    }

    RequestQueue(Queue limits, Duration patience) {
        this.lanes = new Lanes(limits);
        this.patience = patience;
    }

    /**
     * Waits until a request may be carried out.
     *
     * @param lane what only one request at a time may have to do with
     */
    Entry enter(Object lane, Deadline deadline) {
        var ticket = new Ticket(lane);
        try {
            return entered(ticket, deadline);
        } catch (RuntimeException | Error fault) {
            leave(ticket); // those behind it go on
            throw fault;
        }
    }

    private Entry entered(Ticket ticket, Deadline deadline) {
        var refusal = add(ticket);
        if (refusal.isPresent()) {
            return new Entry.Refused(refusal.get());
        }
        if (deadline.takes(ticket.turn, patience)) {
            return new Entry.Turn(() -> leave(ticket));
        }
        leave(ticket);
        return new Entry.Refused(deadline.left().isZero() ? Refusal.CANCELLED : Refusal.QUEUE_TIMEOUT);
    }

    /** No turn comes any more; those who wait for it do so until they are cancelled. */
    synchronized void close() {
        isClosed = true;
    }

    synchronized int waiting() {
        return lanes.waiting();
    }

    synchronized int working() {
        return lanes.working();
    }

    private synchronized Optional<Refusal> add(Ticket ticket) {
        if (isClosed) {
            return Optional.of(Refusal.STOPPING);
        }
        var refusal = lanes.add(ticket);
        begin();
        return refusal;
    }

    private synchronized void leave(Ticket ticket) {
        lanes.remove(ticket);
        begin();
    }

    private void begin() {
        if (isClosed) {
            return;
        }
        lanes.begin().forEach(ticket -> ticket.turn.release());
    }
}
