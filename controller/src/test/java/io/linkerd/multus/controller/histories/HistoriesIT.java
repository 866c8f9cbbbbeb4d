// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import org.junit.jupiter.api.Test;

/** From any state, and whatever happens meanwhile, the end is the one that is promised. */
class HistoriesIT {
    /** Most of the time of each goes by in waits for the controller's own pauses. */
    private static final int AT_ONCE = Integer.getInteger("histories.at.once", 100);

    @Test
    void everyHistoryEndsAsItsClusterAsksWithNothingTouchedAndNothingLeftToWrite() {
        HistoryRuns.of("histories", 200).run(AT_ONCE, seed -> new History(seed).run());
    }
}
