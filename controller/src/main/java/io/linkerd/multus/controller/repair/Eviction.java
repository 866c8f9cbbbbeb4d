// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

/** What became of a pod that was to go. */
sealed interface Eviction {
    /** It goes. */
    record Evicted() implements Eviction {}

    /**
     * Not now: a disruption budget, a policy, a right that is missing, or a busy API server.
     *
     * @param words the API server's
     */
    record Refused(String words) implements Eviction {}

    /** It has changed since it was seen, or has gone: nothing was done. */
    record Changed() implements Eviction {}

    /** {@return its label in metrics} */
    default String label() {
        return switch (this) {
            case Evicted _ -> "evicted";
            case Refused _ -> "refused";
            case Changed _ -> "changed";
        };
    }
}
