// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** What is told only once it has lasted, since for a moment it is as it should be. For one thread. */
final class Lasting {
    /** Whoever writes a file in place is done within milliseconds, and on a slow disk within a second. */
    static final Duration LONG = Duration.ofSeconds(2);

    private final LongSupplier nanos;
    private final Duration enough;
    private final Map<String, Long> since = new HashMap<>();

    Lasting(LongSupplier nanos) {
        this(nanos, LONG);
    }

    /** What has lasted for so long is told. */
    Lasting(LongSupplier nanos, Duration enough) {
        this.nanos = nanos;
        this.enough = enough;
    }

    /**
     * What there is at one look.
     *
     * @param told what has lasted
     * @param rest until the next of the others will have; empty where there is none
     */
    record Seen(List<String> told, Optional<Duration> rest) {
        Seen {
            told = List.copyOf(told);
        }
    }

    /** Looks at all that is so now, by where it is; what it is may be another each time. */
    Seen look(Map<String, String> now) {
        since.keySet().retainAll(now.keySet());
        long moment = nanos.getAsLong();
        var told = new ArrayList<String>();
        var rest = Optional.<Duration>empty();
        for (var each : now.entrySet()) {
            var left = enough.minusNanos(moment - since.computeIfAbsent(each.getKey(), _ -> moment));
            if (!left.isPositive()) {
                told.add(each.getValue());
            } else if (rest.filter(sooner -> sooner.compareTo(left) <= 0).isEmpty()) {
                rest = Optional.of(left);
            }
        }
        return new Seen(told, rest);
    }
}
