// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair.plan;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What came of replacing pods of a {@link Descent}: whether those that took the place of evicted ones ended as these had.
 *
 * @param at moment of the last replacement
 * @param alike how many generations in a row have ended alike
 * @param newest creation of the newest of its pods that were without rules at the last replacement; what is newer came after it. By the API
 *     server's clock alone, whatever ours says
 * @param until when it is forgotten, unless a pod of it is seen without rules before
 */
public record Lineage(Duration at, int alike, Instant newest, Duration until) {
    /** After so many generations another one would end alike, too: the pauses between them add up to half an hour. */
    public static final int MOST_ALIKE = 5;

    private static final Duration OLDEST = Duration.ofHours(1);
    private static final String ALIKE = "multus.linkerd.io/generations-alike";
    private static final String NEWEST = "multus.linkerd.io/newest-unmeshed";

    /** {@return how many have ended alike, where these are without rules now} */
    int alike(Newest now) {
        return now.served().isAfter(newest) ? alike + 1 : alike;
    }

    /** {@return whether replacing one more is of no use} */
    boolean isHopeless(Newest now) {
        return alike(now) >= MOST_ALIKE;
    }

    /** {@return when the next one may be replaced, as far as this lineage says} */
    Duration next(Newest now) {
        var vain = alike(now);
        return vain == 0 ? at : at.plus(RepairPace.pauseAfter(vain));
    }

    /** {@return the same, where these are without rules now} What is hopeless once stays so, whichever of its pods goes first. */
    Lineage seen(Newest now, Duration forgotten) {
        return new Lineage(at, isHopeless(now) ? MOST_ALIKE : alike, newest, forgotten);
    }

    /** {@return whether it matters no more} */
    public boolean isForgotten(Duration now) {
        return until.compareTo(now) < 0;
    }

    /** {@return what another leader has to know of it, as annotations of an Event} */
    public Map<String, String> inAnnotations() {
        return Map.of(ALIKE, Integer.toString(alike), NEWEST, newest.toString());
    }

    /**
     * {@return what another leader's Event says now; nothing where it is older than API servers usually keep one} Where it is older than what
     * is remembered, pods may have been well since: one is replaced before the owner is given up.
     *
     * @param ago how long ago that leader replaced a pod of it
     * @param remembered for how long it matters
     */
    public static Optional<Lineage> told(
            Map<String, String> annotations, Duration now, Duration ago, Duration remembered) {
        return read(annotations, now.minus(ago), now.plus(remembered))
                .filter(_ -> ago.compareTo(OLDEST) < 0)
                .map(known -> ago.compareTo(remembered) < 0
                        ? known
                        : new Lineage(known.at, Math.min(known.alike, MOST_ALIKE - 2), known.newest, known.until));
    }

    /**
     * {@return what another leader has told of it; empty where annotations say nothing that can be read}
     *
     * @param at when that one replaced a pod of it
     * @param until when it is forgotten
     */
    public static Optional<Lineage> read(Map<String, String> annotations, Duration at, Duration until) {
        try {
            var alike = Integer.parseInt(annotations.getOrDefault(ALIKE, ""));
            var newest = Instant.parse(annotations.getOrDefault(NEWEST, ""));
            return Optional.of(new Lineage(at, Math.clamp(alike, 0, MOST_ALIKE), newest, until));
        } catch (NumberFormatException | DateTimeException _) {
            // An Event of a version that told nothing, or one that another writer has changed.
            return Optional.empty();
        }
    }
}
