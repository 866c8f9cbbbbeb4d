// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class InstallerPresenceTest {
    private static final Duration START = Duration.ofSeconds(-30);

    @Test
    void aReleaseWithoutAnInstallerHasNone() {
        assertThat(InstallerPresence.NONE.after(false, START).isOurs(START)).isFalse();
    }

    /** It was away for a moment, and pods were evicted from every node, whether its installer was ready or not. */
    @Test
    void aDaemonSetThatIsMadeAnewIsOursAllTheWhile() {
        var there = InstallerPresence.NONE.after(true, START);
        var later = START.plus(InstallerPresence.MADE_ANEW).minusNanos(1);

        assertThat(there.after(false, later).isOurs(later)).isTrue();
        assertThat(there.after(false, later).after(true, later).isOurs(later.plusSeconds(59)))
                .isTrue();
    }

    @Test
    void oneThatIsAwayForLongerHasBeenTakenOff() {
        var there = InstallerPresence.NONE.after(true, START);
        var later = START.plus(InstallerPresence.MADE_ANEW);

        assertThat(there.after(false, later).isOurs(later)).isFalse();
    }
}
