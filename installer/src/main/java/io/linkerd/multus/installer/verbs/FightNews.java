// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.installer.verbs.Carried.Contested;
import io.linkerd.multus.service.retry.Fight;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Tells of each file of a fight once, and again after {@link Fight#NEWS} of it. A look that finds the file in place forgets nothing: it may fall
 * between our repair and the other process's next change. For one thread.
 */
final class FightNews {
    private final LongSupplier nanos;
    private final Map<String, Long> told = new HashMap<>();

    FightNews(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** {@return those that are to be told of now} */
    List<Contested> news(Collection<Contested> contested) {
        long now = nanos.getAsLong();
        told.values().removeIf(when -> now - when >= Fight.NEWS.toNanos());
        return contested.stream()
                .filter(one -> told.putIfAbsent(one.what(), now) == null)
                .toList();
    }
}
