// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

import io.linkerd.multus.daemon.server.RequestMetrics;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** How many files there are in the spool, and how those ended that were. */
final class SpoolCounts {
    /** A look leaves it to the next one to show what is there. */
    private final AtomicLong files = new AtomicLong();

    private final Map<Ending, LongAdder> endings = new EnumMap<>(Ending.class);

    /** How a file ended. */
    enum Ending {
        /** Its DEL was carried out. */
        REPLAYED,
        /** Its DEL was refused for good. */
        REFUSED,
        /** Its DEL was never carried out, and is not tried any more. */
        GIVEN_UP,
        /** It was no DEL. */
        DISCARDED
    }

    SpoolCounts() {
        Arrays.stream(Ending.values()).forEach(ending -> endings.put(ending, new LongAdder()));
    }

    /** Has all of it shown among the server's metrics. */
    void show(RequestMetrics metrics) {
        metrics.watch("multus_spool_files", files::get);
        endings.forEach((ending, count) -> metrics.watch(
                "multus_spool_ended_total{ending=\"" + ending.name().toLowerCase(Locale.ROOT) + "\"}", count::sum));
    }

    void there(int now) {
        files.set(now);
    }

    void ended(Ending ending) {
        endings.getOrDefault(ending, new LongAdder()).increment();
    }

    long endedBy(Ending ending) {
        return endings.getOrDefault(ending, new LongAdder()).sum();
    }
}
