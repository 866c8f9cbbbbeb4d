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
 * Bounds how many connections there are, and how many bytes of requests are in memory, whatever is sent by whomever.
 *
 * <p>Where something runs short nobody waits: of the address that has most of it one has to go, and never one whose request has
 * arrived. So whoever sends a whole request at once is answered, while those who hold places or memory and send nothing are not.
 */
@Singleton
final class Guests {
    private static final Comparator<Guest> LEAST_USEFUL = Comparator.<Guest, Boolean>comparing(guest -> guest.served)
            .thenComparing(guest -> guest.since, Guests::older);

    private final LongSupplier nanos;
    private final AdmissionLimits limits;
    private final Set<Guest> present = new LinkedHashSet<>();
    private int held;
    private long lastDone;

    @Inject
    Guests(Clocks clocks) {
        this(clocks.nanos(), AdmissionLimits.STANDARD);
    }

    Guests(LongSupplier nanos, AdmissionLimits limits) {
        this.nanos = nanos;
        this.limits = limits;
        this.lastDone = nanos.getAsLong();
    }

    /** Lets a connection in; false where all places are taken by those whose requests have arrived. */
    synchronized boolean enter(Guest newcomer) {
        long ofThisClient = present.stream()
                .filter(guest -> guest.from.equals(newcomer.from))
                .count();
        if (ofThisClient >= limits.connectionsOfOneClient()
                && !dismiss(leastUseful(guest -> guest.from.equals(newcomer.from)), Reason.CONNECTIONS)) {
            return false;
        }
        if (present.size() >= limits.connections() && !dismiss(leastUseful(ofTheLargest(_ -> 1)), Reason.CONNECTIONS)) {
            return false;
        }
        newcomer.since = nanos.getAsLong();
        present.add(newcomer);
        return true;
    }

    /** Counts what has come of a request: {@code total} bytes so far. Somebody has to go where it is too much, perhaps this one. */
    synchronized void received(Guest guest, long total) {
        if (!present.contains(guest)) {
            return;
        }
        guest.phase = Phase.RECEIVING;
        int counts = limits.countsFor(total);
        held += counts - guest.held;
        guest.held = counts;
        boolean found = true;
        while (held > limits.memory() && found) {
            found = dismiss(largestRequest(), Reason.MEMORY);
        }
    }

    /** The whole request is here. */
    synchronized void arrived(Guest guest) {
        guest.phase = Phase.ANSWERING;
    }

    /** The request was answered, and the connection waits for another. */
    synchronized void answered(Guest guest) {
        giveBack(guest);
        guest.phase = Phase.IDLE;
        guest.served = true;
        guest.since = nanos.getAsLong();
        lastDone = guest.since;
    }

    /** The connection is closed, or as good as. */
    synchronized void leave(Guest guest) {
        giveBack(guest);
        present.remove(guest);
    }

    synchronized int count() {
        return present.size();
    }

    /** {@return for how long nothing has been going on; zero while something is} */
    synchronized Duration quietFor() {
        return present.stream().allMatch(guest -> guest.phase == Phase.IDLE)
                ? Duration.ofNanos(nanos.getAsLong() - lastDone)
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
        return present.stream()
                .filter(guest -> guest.phase != Phase.ANSWERING)
                .filter(among)
                .min(LEAST_USEFUL);
    }

    private Optional<Guest> largestRequest() {
        return present.stream()
                .filter(guest -> guest.phase == Phase.RECEIVING)
                .filter(ofTheLargest(guest -> guest.phase == Phase.RECEIVING ? guest.held : 0))
                .max(Comparator.comparingInt(guest -> guest.held));
    }

    /** Those of the address that has most of something, and somebody who can go. */
    private Predicate<Guest> ofTheLargest(ToIntFunction<Guest> share) {
        Map<InetAddress, Integer> shares = new HashMap<>();
        present.stream()
                .filter(guest -> guest.phase != Phase.ANSWERING)
                .forEach(guest -> shares.merge(guest.from, share.applyAsInt(guest), Integer::sum));
        var largest =
                shares.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
        return guest -> largest.filter(guest.from::equals).isPresent();
    }

    private static int older(long one, long other) {
        return Long.signum(one - other);
    }
}
