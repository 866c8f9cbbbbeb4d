// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.bindings;

import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.contracts.plans.Change;
import io.linkerd.multus.contracts.plans.Seen;
import java.util.List;
import java.util.stream.Stream;

/**
 * The bindings that version 0.1 made: their name followed from the ClusterRole that they give. An upgrade leaves them, and ours gives the
 * same right under a name that stays.
 */
public final class EarlierBindings {
    private static final String PREFIX = LinkerdMultus.NAME + "-scc-";

    /** The chart's default, which may have been the role before a change. */
    private static final String USUAL = "nonroot-v2";

    private EarlierBindings() {}

    /** {@return the names that they may have, beside those which there should be} */
    public static List<String> names(DesiredBindings desired) {
        var role = desired.role().name();
        return Stream.of(USUAL, role.substring(role.lastIndexOf(':') + 1))
                .distinct()
                .map(PREFIX::concat)
                .filter(name -> !name.equals(desired.name()))
                .toList();
    }

    /**
     * {@return what is to be done about an earlier one} Service accounts that are to have the right keep that which it gives until ours
     * gives it.
     *
     * @param now ours in the same namespace, after what had to be done about it
     */
    public static Change<Binding> change(DesiredBinding desired, Seen<Binding> now, Seen<Binding> earlier) {
        if (desired.isWanted() && !(now instanceof Seen.Own<Binding>)) {
            return new Change.Keep<>("ours is not there yet");
        }
        return earlier instanceof Seen.Own<Binding> own
                ? new Change.Remove<>(own.sight(), "ours has another name now")
                : new Change.Keep<>("there is none of ours");
    }
}
