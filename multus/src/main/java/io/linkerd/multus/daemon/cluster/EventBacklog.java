// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import io.linkerd.multus.service.clocks.Clocks;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Which Events the API server is still to be told: the first of equal ones at once, later ones together, so many at a time. Those that were told are
 * remembered for as long as no new one needs their place.
 */
final class EventBacklog {
    /** Of 250 pods that start at once, each with the cluster's network and three more. */
    static final int MOST = 1000;

    /** Equal ones are told again after this at the earliest. */
    private static final Duration TOGETHER = Duration.ofSeconds(5);

    private final Clocks clocks;
    private final Map<EventKey, Place> places = new LinkedHashMap<>();
    private long number;
    private long lost;

    /** When an entry may be told next, in nanoseconds. */
    private record Place(EventEntry entry, long due) {}

    EventBacklog(Clocks clocks) {
        this.clocks = clocks;
        this.number = clocks.epochMillis() << 20;
    }

    /** Takes one in; where no place is left it is lost. */
    synchronized void add(EventKey key) {
        var now = clocks.wall().instant();
        var known = places.get(key);
        if (known != null) {
            places.put(key, new Place(known.entry().again(now), known.due()));
        } else if (places.size() < MOST || forgetsOne()) {
            number++;
            places.put(
                    key,
                    new Place(EventEntry.first(key, number, now), clocks.nanos().getAsLong()));
        } else {
            lost++;
        }
        notifyAll();
    }

    /** Waits for the next that is to be told. */
    synchronized EventEntry next() throws InterruptedException {
        var due = due();
        while (due.isEmpty()) {
            long wait = untilDue();
            if (wait == 0) {
                wait();
            } else {
                wait(wait);
            }
            due = due();
        }
        return due.get();
    }

    /** The API server has been told what the entry says. */
    synchronized void told(EventEntry entry) {
        replace(entry, now -> now.told(entry.count(), true));
    }

    /** The API server was not to be told what the entry says; what comes later is another matter. */
    synchronized void failed(EventEntry entry) {
        lost += entry.count() - entry.told();
        replace(entry, now -> now.told(entry.count(), entry.isThere()));
    }

    /** {@return how many Events the API server was never told} */
    synchronized long lost() {
        return lost;
    }

    /** {@return how many objects are to be written now, or soon} */
    synchronized long waiting() {
        return places.values().stream()
                .filter(place -> place.entry().isToBeTold())
                .count();
    }

    private void replace(EventEntry entry, Function<EventEntry, EventEntry> change) {
        long due = clocks.nanos().getAsLong() + TOGETHER.toNanos();
        places.computeIfPresent(entry.key(), (_, place) -> new Place(change.apply(place.entry()), due));
        notifyAll();
    }

    /** {@return what is to be told now, if anything is} */
    synchronized Optional<EventEntry> due() {
        long now = clocks.nanos().getAsLong();
        return places.values().stream()
                .filter(place -> place.entry().isToBeTold() && place.due() - now <= 0)
                .map(Place::entry)
                .findFirst();
    }

    /** {@return in how many milliseconds the next is due; 0 where there is none} */
    private long untilDue() {
        long now = clocks.nanos().getAsLong();
        return places.values().stream()
                .filter(place -> place.entry().isToBeTold())
                .mapToLong(place -> Duration.ofNanos(place.due() - now).toMillis() + 1)
                .min()
                .orElse(0);
    }

    /** The one that was told longest ago. */
    private boolean forgetsOne() {
        var told = places.values().stream()
                .filter(place -> !place.entry().isToBeTold())
                .findFirst();
        told.ifPresent(place -> places.remove(place.entry().key()));
        return told.isPresent();
    }
}
