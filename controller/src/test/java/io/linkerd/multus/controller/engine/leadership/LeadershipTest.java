// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.controller.engine.api.ObjectWrites;
import org.junit.jupiter.api.Test;

class LeadershipTest {
    @Test
    void aWriteThatBeganInTheLastMomentHasEndedBeforeAnotherMayLead() {
        assertThat(ObjectWrites.LONGEST).isLessThan(Leadership.MARGIN);
    }
}
