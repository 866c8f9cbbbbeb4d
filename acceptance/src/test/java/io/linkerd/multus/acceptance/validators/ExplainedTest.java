// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.validators;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExplainedTest {
    private final Explained explained = Explained.nothing().and("no icon", "it has none");

    @Test
    void letsThroughWhatIsExplained() {
        assertThat(explained.objections(List.of("warning: no icon in the chart")))
                .isEmpty();
    }

    @Test
    void objectsToWhatIsNot() {
        assertThat(explained.objections(List.of("no icon", "no name"))).containsExactly("mend or explain: no name");
    }

    @Test
    void objectsToAnExplanationThatNothingNeeds() {
        assertThat(explained.objections(List.of()))
                .containsExactly("no longer said, so take its explanation away: no icon");
    }
}
