// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Bounds how many connections there are, and what their requests hold. Those with work have places of their own; of the others the oldest gives
 * way to a newcomer, so that a probe is answered however many requests wait and however many clients say nothing.
 */
final class Connections {
    private final ServerLimits limits;
    private final SequencedSet<Connection> others = new LinkedHashSet<>();
    private final Set<Connection> busy = new HashSet<>();
    private long held;
    private long accepted;

    Connections(ServerLimits limits) {
        this.limits = limits;
    }

    /** Lets a connection in; {@return the one that has to go for it} */
    synchronized Optional<Connection> enter(Connection newcomer) {
        accepted++;
        others.add(newcomer);
        return others.size() > limits.others() ? Optional.of(others.removeFirst()) : Optional.empty();
    }

    /** A request for work has begun to come, and has its place, or why not. */
    synchronized Optional<Refusal> begin(Connection connection) {
        if (busy.size() >= limits.connections()) {
            return Optional.of(Refusal.CONNECTIONS);
        }
        if (others.remove(connection)) { // not so where it had to go just now
            busy.add(connection);
        }
        return Optional.empty();
    }

    /** More of a request has come; false where there is no memory for it. */
    synchronized boolean hold(long bytes) {
        boolean fits = held + bytes <= limits.memory();
        held += fits ? bytes : 0;
        return fits;
    }

    synchronized void giveBack(long bytes) {
        held -= bytes;
    }

    /** The connection is closed, and what its client asked for is over. */
    synchronized void leave(Connection connection) {
        others.remove(connection);
        if (busy.remove(connection) && busy.isEmpty()) {
            notifyAll();
        }
    }

    /** Waits until no request is arriving, in work or being answered; {@return whether there is none} */
    synchronized boolean awaitIdle(Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        long left = most.toMillis();
        while (!busy.isEmpty() && left > 0) {
            wait(left);
            left = Duration.ofNanos(end - System.nanoTime()).toMillis();
        }
        return busy.isEmpty();
    }

    /** {@return those that there are} */
    synchronized List<Connection> all() {
        return Stream.concat(others.stream(), busy.stream()).toList();
    }

    /** {@return how many there are, those included whose client has gone and whose work goes on} */
    synchronized int count() {
        return others.size() + busy.size();
    }

    /** {@return how many bytes of requests are kept} */
    synchronized long held() {
        return held;
    }

    /** {@return how many connections there ever were} */
    synchronized long accepted() {
        return accepted;
    }
}
