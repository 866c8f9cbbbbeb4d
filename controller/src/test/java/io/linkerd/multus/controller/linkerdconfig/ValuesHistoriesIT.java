// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.controller.histories.HistoryRuns;
import org.junit.jupiter.api.Test;

/**
 * Whoever writes Linkerd's values beside the controller, and wherever its leaders end: only asked paths change, no fight is endless, and the end is
 * the one that is promised.
 */
class ValuesHistoriesIT {
    private static final int AT_ONCE = 4;

    @Test
    void everyHistoryEndsAsItsLinkerdConfigAsksAndChangesNothingElse() {
        var runs = HistoryRuns.of("histories", 200);

        runs.run(AT_ONCE, seed -> new ValuesHistory(seed).run());

        assertThat(ValuesHistory.tally()).as("what happened in them").isNotEmpty();
        System.out.println("histories of values: " + runs.count() + ", " + ValuesHistory.tally());
    }
}
