// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import java.time.Duration;
import java.util.Optional;

/**
 * What came of carrying out a change in which nothing failed.
 *
 * @param changed whether anything was done
 * @param contested the file that is left alone for now, which is first in turn; empty where there is none
 */
public record Carried(boolean changed, Optional<Contested> contested) {
    /** All was as it should be. */
    static final Carried NOTHING = new Carried(false, Optional.empty());

    /** Something was done. */
    static final Carried SOMETHING = new Carried(true, Optional.empty());

    /**
     * A file that another process keeps undoing.
     *
     * @param what it is, in words
     * @param turn how long it stays as it is, at most
     */
    record Contested(String what, Duration turn) {
        String inWords() {
            return what
                    + ": another process keeps undoing it, and this one gives way for longer and longer, up to half a"
                    + " minute; keep one of the two off this file";
        }
    }

    static Carried givingWay(String what, Duration turn) {
        return new Carried(false, Optional.of(new Contested(what, turn)));
    }

    /** {@return what came of both} */
    Carried and(Carried other) {
        return new Carried(changed || other.changed, first(contested, other.contested));
    }

    private static Optional<Contested> first(Optional<Contested> one, Optional<Contested> other) {
        return one.isEmpty()
                        || other.filter(there ->
                                        there.turn().compareTo(one.get().turn()) < 0)
                                .isPresent()
                ? other
                : one;
    }
}
