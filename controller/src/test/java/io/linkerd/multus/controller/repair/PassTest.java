// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PassTest {
    /** A clock may begin anywhere. */
    private static final Duration START = Duration.ofMillis(-200);

    private static final Duration MOMENT = Duration.ofMillis(1);

    /** Each of thousands of changes had all pods looked at. */
    @Test
    void changesThatComeTogetherAreLookedAtTogether() {
        var pass = new Pass(START, Optional.empty());

        assertThat(pass.left(START.plus(MOMENT))).hasValue(Pass.LEAST.minus(MOMENT));
        assertThat(pass.left(START.plus(Pass.LEAST))).isEmpty();
    }

    /** Ten a second, where that is asked for. */
    @Test
    void whatIsDueIsNotHeldUp() {
        var pass = new Pass(START, Optional.of(START.plusMillis(100)));

        assertThat(pass.left(START.plusMillis(60))).hasValue(Duration.ofMillis(40));
        assertThat(pass.left(START.plusMillis(100))).isEmpty();
    }

    @Test
    void whatIsDueMuchLaterHoldsUpNoChange() {
        var pass = new Pass(START, Optional.of(START.plusSeconds(60)));

        assertThat(pass.left(START.plus(Pass.LEAST))).isEmpty();
    }
}
