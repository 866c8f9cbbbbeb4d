// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What came of carrying out a change in which nothing failed.
 *
 * @param changed whether anything was done
 * @param contested the files that are left alone for now
 */
public record Carried(boolean changed, List<Contested> contested) {
    /** All was as it should be. */
    static final Carried NOTHING = new Carried(false, List.of());

    /** Something was done. */
    static final Carried SOMETHING = new Carried(true, List.of());

    /**
     * A file that another process keeps undoing.
     *
     * @param what it is, in words
     * @param turn how long it stays as it is, at most
     */
    record Contested(String what, Duration turn) {
        /** {@return what a person has to know; the same for as long as the fight lasts} */
        String inWords() {
            return what
                    + ": another process keeps undoing it, and this one gives way for longer and longer, up to half a"
                    + " minute; keep one of the two off this file";
        }
    }

    /** Copies. */
    public Carried {
        contested = List.copyOf(contested);
    }

    static Carried givingWay(String what, Duration turn) {
        return new Carried(false, List.of(new Contested(what, turn)));
    }

    /** {@return what came of both} */
    Carried and(Carried other) {
        return new Carried(
                changed || other.changed,
                Stream.concat(contested.stream(), other.contested.stream()).toList());
    }

    /** {@return how long it is until the first of them has its turn again; empty where none is left alone} */
    Optional<Duration> turn() {
        return contested.stream().map(Contested::turn).min(Duration::compareTo);
    }
}
