// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LookPaceTest {
    /** While a node was away, every installer of the cluster was listed every two seconds for as long as the patience lasted. */
    @Test
    void installersAreLookedAtLessOftenWhileNothingChanges() {
        assertThat(Stream.iterate(LookPace.FIRST, pace -> pace.after(false))
                        .limit(7)
                        .map(pace -> pace.pause().toSeconds()))
                .containsExactly(2L, 4L, 8L, 16L, 30L, 30L, 30L);
    }

    @Test
    void aChangeHasThemLookedAtSoon() {
        assertThat(new LookPace(7).after(true)).isEqualTo(LookPace.FIRST);
    }
}
