// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import java.time.Duration;

/** A write that was not sent, since another writer keeps undoing it; it ends the work on a key, which comes again when the write may be sent. */
public final class Contested extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String object;
    private final Duration left;

    Contested(String object, Duration left) {
        super("did not write " + object + ": another writer keeps undoing it");
        this.object = object;
        this.left = left;
    }

    /** {@return what a person has to know} */
    public String inWords() {
        return "another writer keeps undoing " + object + ", so that it is put right less and less often, at least every half"
                + " a minute; its managedFields name the other writer";
    }

    /** {@return after how long it may be sent} */
    public Duration left() {
        return left;
    }
}
