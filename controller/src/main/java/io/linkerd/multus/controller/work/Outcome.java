// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.work;

import java.time.Duration;

/** How the work on a key ended. */
public sealed interface Outcome {

    /** The world is as it should be, or something else will report the next change. */
    record Settled() implements Outcome {}

    /**
     * Nothing failed, but a second look is needed after some time.
     *
     * @param after how long to wait
     */
    record LookAgain(Duration after) implements Outcome {}

    /**
     * It did not work; the queue tries again with back-off.
     *
     * @param reason for the log, without the key
     * @param needsPerson whether it repeats until a person acts
     */
    record Failed(String reason, boolean needsPerson) implements Outcome {}

    /** The label of this outcome in metrics. */
    default String label() {
        return switch (this) {
            case Settled _ -> "settled";
            case LookAgain _ -> "look-again";
            case Failed _ -> "failed";
        };
    }
}
