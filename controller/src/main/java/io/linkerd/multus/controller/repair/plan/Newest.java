// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair.plan;

import java.time.Instant;

/**
 * How new the pods of a {@link Descent} are that are without rules, by the API server's clock.
 *
 * @param created creation of the newest of all
 * @param served creation of the newest of those that started where the plugin was: these alone tell that another one would end alike. One that
 *     came to a new node before its installer was ready tells nothing
 */
public record Newest(Instant created, Instant served) {
    /** There is none. */
    public static final Newest NONE = new Newest(Instant.EPOCH, Instant.EPOCH);

    /** {@return what a single pod says} */
    static Newest of(Instant created, boolean wasServed) {
        return new Newest(created, wasServed ? created : Instant.EPOCH);
    }

    /** {@return what both say} */
    Newest with(Newest other) {
        return new Newest(later(created, other.created), later(served, other.served));
    }

    static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
