// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.health;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The connections that a port keeps, whoever opens them. Where there is no place left, the one that has waited longest for its peer is
 * closed: for a request that does not come, or an answer that is not read. It is one of the newcomer's own address where that has all that
 * an address may have, else of the address that has most. Of these, one whose request lies here, and was not read yet, goes last.
 */
final class Places {
    private final Limits limits;
    /** The oldest first. */
    private final Set<Place> taken = new LinkedHashSet<>();

    /**
     * What connections may cost.
     *
     * @param all how many there may be
     * @param ofOneAddress how many of one address; what reaches a pod by a node's own address shares its kubelet's
     * @param life how long one may last, from its first moment to its end
     */
    record Limits(int all, int ofOneAddress, Duration life) {
        /**
         * Some 100 KiB each where metrics are not read, and the smallest heap is 24 MiB. A kubelet has three at a time and waits 2 s, and
         * Prometheus has one and waits 10 s.
         */
        static final Limits STANDARD = new Limits(64, 32, Duration.ofSeconds(10));
    }

    /** What is known of one connection; {@link Places} changes it, under its lock. */
    static final class Place {
        private final InetAddress from;
        private final BooleanSupplier hasArrived;
        private final Runnable end;
        private boolean working;
        private boolean answered;

        /**
         * A place for a connection.
         *
         * @param hasArrived whether bytes of it are here that were not read; it does not wait
         * @param end closes the connection; it does not wait
         */
        Place(InetAddress from, BooleanSupplier hasArrived, Runnable end) {
            this.from = from;
            this.hasArrived = hasArrived;
            this.end = end;
        }

        /** The processor has not come to it yet: it does not wait for its peer. */
        private boolean waitsForUs() {
            return !answered && hasArrived.getAsBoolean();
        }
    }

    Places(Limits limits) {
        this.limits = limits;
    }

    /** Takes a place for a new connection; false where there is none, since an answer is worked on in each. */
    synchronized boolean take(Place newcomer) {
        Predicate<Place> fellow = place -> place.from.equals(newcomer.from);
        if (taken.stream().filter(fellow).count() >= limits.ofOneAddress()) {
            if (!close(oldestWaiting(fellow))) {
                return false;
            }
        } else if (taken.size() >= limits.all()
                && !close(oldestWaiting(ofAddressWithMost()).or(() -> oldestWaiting(_ -> true)))) {
            return false;
        }
        return taken.add(newcomer);
    }

    /** A request has come, and its answer is worked on; false where the connection had to go before. */
    synchronized boolean works(Place place) {
        place.working = taken.contains(place);
        return place.working;
    }

    /** The answer is there, and the peer has to take it. */
    synchronized void waits(Place place) {
        place.working = false;
        place.answered = true;
    }

    /** The connection is closed. */
    synchronized void leave(Place place) {
        taken.remove(place);
    }

    /** Closes them all. */
    synchronized void clear() {
        taken.forEach(place -> place.end.run());
        taken.clear();
    }

    private boolean close(Optional<Place> chosen) {
        chosen.ifPresent(place -> {
            taken.remove(place);
            place.end.run();
        });
        return chosen.isPresent();
    }

    private Optional<Place> oldestWaiting(Predicate<Place> among) {
        var waiting =
                taken.stream().filter(place -> !place.working).filter(among).toList();
        return waiting.stream()
                .filter(place -> !place.waitsForUs())
                .findFirst()
                .or(() -> waiting.stream().findFirst());
    }

    private Predicate<Place> ofAddressWithMost() {
        var counts = taken.stream().collect(Collectors.groupingBy(place -> place.from, Collectors.counting()));
        long most = counts.values().stream().max(Comparator.naturalOrder()).orElse(0L);
        return place -> counts.getOrDefault(place.from, 0L) == most;
    }
}
