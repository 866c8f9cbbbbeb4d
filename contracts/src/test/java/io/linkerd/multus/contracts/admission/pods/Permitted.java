// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

/**
 * The user ids that a generated pod may have.
 *
 * @param lowest the lowest
 * @param highest the highest
 * @param ranged whether they are a range, whose lowest a container gets that asks for none
 * @param known whether anybody can tell; where not, nothing may be chosen
 */
record Permitted(long lowest, long highest, boolean ranged, boolean known) {
    private static final long HIGHEST = Integer.MAX_VALUE;
    static final Permitted ANY_BUT_ROOT = new Permitted(1, HIGHEST, false, true);
    static final Permitted NOBODY_KNOWS = new Permitted(1, HIGHEST, false, false);

    static Permitted range(long lowest, long highest) {
        return new Permitted(lowest, highest, true, true);
    }

    boolean has(long uid) {
        return uid > 0 && lowest <= uid && uid <= highest;
    }
}
