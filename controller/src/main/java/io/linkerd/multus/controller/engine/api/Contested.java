// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import java.time.Duration;

/** A fight over an object with another writer that keeps undoing ours; it ends the work on a key, which comes again when there is something to do. */
public final class Contested extends RuntimeException {
    /** The same for all objects: what is logged once a minute for each reason names the object beside it. */
    public static final String REASON = "another writer keeps undoing an object of ours";

    private static final long serialVersionUID = 1L;

    private final String object;
    private final Duration left;

    /**
     * Says over what.
     *
     * @param left until there is something to do
     */
    public Contested(String object, Duration left) {
        super("did not write " + object + ": another writer keeps undoing it");
        this.object = object;
        this.left = left;
    }

    /** {@return what a person has to know; the same for as long as the fight lasts} */
    public String inWords() {
        return "another writer keeps undoing " + object
                + ", so that it is put right less and less often, at least every half"
                + " a minute; its managedFields name the other writer, but for a mutating webhook, whose changes count as ours";
    }

    /** {@return after how long there is something to do: the object may be written again, or the fight may be over} */
    public Duration left() {
        return left;
    }
}
