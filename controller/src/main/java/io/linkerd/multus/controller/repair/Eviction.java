// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import java.util.Locale;

/** What became of a pod that was to go. */
enum Eviction {
    /** It goes, by the API that asks the disruption budgets. */
    EVICTED,
    /** Not now: a disruption budget, or a busy API server. */
    REFUSED,
    /** It has changed since it was seen, or has gone: nothing was done. */
    CHANGED;

    /** {@return its label in metrics} */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
