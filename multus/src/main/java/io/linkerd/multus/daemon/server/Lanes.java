// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.linkerd.multus.daemon.server.ServerLimits.Queue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.Semaphore;

/**
 * Which request is next. Those of one lane, a container's, go one after another in the order of their arrival; the lanes take turns, so that a
 * container with many requests delays no other one. For one thread at a time.
 */
final class Lanes {
    private final Queue limits;
    private final Map<Object, Deque<Ticket>> lanes = new HashMap<>();

    /** The first ones of lanes in which nothing is worked on. */
    private final SequencedSet<Ticket> ready = new LinkedHashSet<>();

    private final Set<Ticket> working = new HashSet<>();
    private int all;

    /** A request's place, told apart by identity. */
    static final class Ticket {
        private final Object lane;

        /** Has one permit once its turn has come. */
        final Semaphore turn = new Semaphore(0);

        Ticket(Object lane) {
            this.lane = lane;
        }
    }

    Lanes(Queue limits) {
        this.limits = limits;
    }

    /** Lets a request in, or says why not. */
    Optional<Refusal> add(Ticket ticket) {
        var lane = lanes.getOrDefault(ticket.lane, new ArrayDeque<>());
        boolean waits = !lane.isEmpty() || !ready.isEmpty() || working.size() >= limits.working();
        if (waits && waiting() >= limits.waiting()) {
            return Optional.of(Refusal.QUEUE_FULL);
        }
        if (lane.size() > limits.waitingForOne()) { // its first one is worked on, or as good as
            return Optional.of(Refusal.CONTAINER_BUSY);
        }
        lane.add(ticket);
        lanes.put(ticket.lane, lane);
        all++;
        if (lane.size() == 1) {
            ready.add(ticket);
        }
        return Optional.empty();
    }

    /** Begins whatever may be begun now; {@return those} */
    List<Ticket> begin() {
        var begun = new ArrayList<Ticket>();
        while (!ready.isEmpty() && working.size() < limits.working()) {
            begun.add(ready.removeFirst());
            working.add(begun.getLast());
        }
        return begun;
    }

    /** Removes a request that is done, or whose client waits no more. */
    void remove(Ticket ticket) {
        var lane = lanes.getOrDefault(ticket.lane, new ArrayDeque<>());
        boolean first = lane.peekFirst() == ticket;
        if (!lane.remove(ticket)) {
            return;
        }
        all--;
        working.remove(ticket);
        ready.remove(ticket);
        if (lane.isEmpty()) {
            lanes.remove(ticket.lane);
        } else if (first) {
            ready.add(lane.getFirst());
        }
    }

    int waiting() {
        return all - working.size();
    }

    int working() {
        return working.size();
    }
}
