// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.webhook.server.Guest.Phase;
import io.linkerd.multus.webhook.server.Guest.Reason;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Bounds how many connections there are, and how many bytes of requests and answers are in memory, whatever peers send or do not read.
 *
 * <p>Where something runs short nobody waits: of the address that has most of it one has to go, and never one whose request has
 * arrived and is worked on. So whoever sends a whole request at once and reads the answer is served, while those who hold places or memory
 * and send nothing, or read nothing, are not. Those
 * who have just come give way to other addresses alone: the last of a burst would drive out its first in the middle of their handshakes,
 * and nobody would be served.
 */
@Singleton
final class Guests {
    private static final Comparator<Guest> LEAST_USEFUL = Comparator.<Guest, Boolean>comparing(guest -> guest.served)
            .thenComparing(guest -> guest.since, (one, other) -> Long.signum(one - other));

    private final LongSupplier nanos;
    private final AdmissionLimits limits;
    private final Set<Guest> present = new LinkedHashSet<>();
    private int held;
    private long lastActivity;

    @Inject
    Guests(Clocks clocks) {
        this(clocks.nanos(), AdmissionLimits.STANDARD);
    }

    Guests(LongSupplier nanos, AdmissionLimits limits) {
        this.nanos = nanos;
        this.limits = limits;
        this.lastActivity = nanos.getAsLong();
    }

    /** Lets a connection in; false where nobody goes for it. */
    synchronized boolean enter(Guest newcomer) {
        newcomer.since = nanos.getAsLong();
        lastActivity = newcomer.since;
        Predicate<Guest> fellow = guest -> guest.from.equals(newcomer.from);
        boolean tooManyOfIts = present.stream().filter(fellow).count() >= limits.connectionsOfOneClient();
        if (tooManyOfIts || present.size() >= limits.connections()) {
            var goes = tooManyOfIts || hasMost(newcomer.from)
                    ? leastUseful(fellow).filter(guest -> !guest.isNew(newcomer.since))
                    : leastUseful(ofTheLargest(this::place));
            if (!dismiss(goes, Reason.CONNECTIONS)) {
                return false;
            }
        }
        present.add(newcomer);
        return true;
    }

    /** Counts what has come of a request: {@code total} bytes so far. Somebody has to go where it is too much, perhaps this one. */
    synchronized void received(Guest guest, long total) {
        if (!present.contains(guest)) {
            return;
        }
        guest.phase = Phase.RECEIVING;
        count(guest, limits.countsFor(total));
    }

    /**
     * Counts answers that the socket has not taken, {@code unsent} bytes, and what is still worked with of requests. As above, somebody
     * has to go where it is too much.
     */
    synchronized void sending(Guest guest, long kept, long unsent) {
        if (!present.contains(guest)) {
            return;
        }
        if (guest.phase != Phase.SENDING) {
            guest.sendingSince = nanos.getAsLong();
        }
        guest.phase = Phase.SENDING;
        count(guest, limits.countsFor(kept, unsent));
    }

    private void count(Guest guest, int counts) {
        held += counts - guest.held;
        guest.held = counts;
        boolean found = true;
        while (held > limits.memory() && found) {
            found = dismiss(largest(), Reason.MEMORY);
        }
    }

    /** The whole request is here. */
    synchronized void arrived(Guest guest) {
        guest.phase = Phase.ANSWERING;
    }

    /** The answer was taken, and the connection waits for another request. */
    synchronized void answered(Guest guest) {
        giveBack(guest);
        guest.phase = Phase.IDLE;
        guest.served = true;
        guest.since = nanos.getAsLong();
        lastActivity = guest.since;
    }

    /** The connection is closed, or as good as. */
    synchronized void leave(Guest guest) {
        giveBack(guest);
        present.remove(guest);
    }

    synchronized int count() {
        return present.size();
    }

    /** {@return the bytes that all connections count for} */
    synchronized int held() {
        return held;
    }

    /** Ends connections in which nothing is going on, for this replica stops. Those that have just come have time for their first request. */
    synchronized void dismissIdle() {
        long now = nanos.getAsLong();
        present.stream()
                .filter(guest -> guest.phase == Phase.IDLE && !guest.isNew(now))
                .forEach(guest -> guest.dismissal.accept(Reason.STOPPING));
    }

    /** {@return for how long nothing has been going on, and no connection has come; zero while something is} */
    synchronized Duration quietFor() {
        return present.stream().allMatch(guest -> guest.phase == Phase.IDLE)
                ? Duration.ofNanos(nanos.getAsLong() - lastActivity)
                : Duration.ZERO;
    }

    private void giveBack(Guest guest) {
        held -= guest.held;
        guest.held = 0;
    }

    private boolean dismiss(Optional<Guest> chosen, Reason reason) {
        chosen.ifPresent(guest -> {
            leave(guest);
            guest.dismissal.accept(reason);
        });
        return chosen.isPresent();
    }

    private Optional<Guest> leastUseful(Predicate<Guest> among) {
        return present.stream().filter(guest -> place(guest) > 0).filter(among).min(LEAST_USEFUL);
    }

    /** A peer that does not read goes before one that sends, and one that was answered just now last. */
    private Optional<Guest> largest() {
        long now = nanos.getAsLong();
        return present.stream()
                .filter(guest -> guest.heldByPeer() > 0)
                .filter(ofTheLargest(Guest::heldByPeer))
                .max(Comparator.<Guest, Boolean>comparing(guest -> guest.isUnread(now))
                        .thenComparing(guest -> guest.phase == Phase.RECEIVING)
                        .thenComparingInt(guest -> guest.held));
    }

    /** The place that it would make. */
    private int place(Guest guest) {
        return guest.isServed(nanos.getAsLong()) ? 0 : 1;
    }

    /** Those of the addresses that have most of something, and somebody who can go. */
    private Predicate<Guest> ofTheLargest(ToIntFunction<Guest> share) {
        var shares = shares(share);
        int largest = shares.values().stream().max(Comparator.naturalOrder()).orElse(0);
        return guest -> shares.getOrDefault(guest.from, -1) == largest;
    }

    private boolean hasMost(InetAddress address) {
        var places = shares(this::place);
        int its = places.getOrDefault(address, 0);
        return places.values().stream().allMatch(some -> some <= its);
    }

    private Map<InetAddress, Integer> shares(ToIntFunction<Guest> share) {
        Map<InetAddress, Integer> shares = new HashMap<>();
        present.stream()
                .filter(guest -> share.applyAsInt(guest) > 0)
                .forEach(guest -> shares.merge(guest.from, share.applyAsInt(guest), Integer::sum));
        return shares;
    }
}
