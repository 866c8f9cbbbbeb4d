// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import io.linkerd.multus.controller.histories.HistoryRuns;
import org.junit.jupiter.api.Test;

/** Whatever happens, nothing is restarted twice for one change nor too much at once, and in the end all that asked for it has the change. */
class RolloutHistoriesIT {
    private static final int AT_ONCE = 8;

    @Test
    void leadersThatAreKilledAnywhereLoseAndRepeatNothing() {
        HistoryRuns.of("histories.of.rollouts", 60).run(AT_ONCE, seed -> {
            try (var history = new RolloutHistory(seed)) {
                history.run();
            }
        });
    }
}
