// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.repair;

import java.time.Duration;
import java.time.Instant;

/**
 * What came of replacing an owner's pods: whether those that took the place of evicted ones ended as these had. The pods of a DaemonSet are of
 * one lineage for each node, since its scheduler puts a successor where the pod was.
 *
 * @param at moment of the last replacement
 * @param alike how many generations in a row have ended alike
 * @param newest creation of the newest of its pods that were without rules at the last replacement; what is newer came after it. By the API
 *     server's clock alone, whatever ours says
 */
public record Lineage(Duration at, int alike, Instant newest) {
    /** After so many generations another one would end alike, too: they have had half an hour. */
    public static final int MOST_ALIKE = 5;

    /** {@return how many have ended alike, where {@code created} is the newest that is without rules now} */
    int alike(Instant created) {
        return created.isAfter(newest) ? alike + 1 : alike;
    }

    /** {@return whether replacing one more is of no use} */
    boolean isHopeless(Instant created) {
        return alike(created) >= MOST_ALIKE;
    }

    /** {@return when the next one may be replaced} */
    Duration next(Instant created) {
        return at.plus(RepairPace.pauseAfter(alike(created)));
    }
}
