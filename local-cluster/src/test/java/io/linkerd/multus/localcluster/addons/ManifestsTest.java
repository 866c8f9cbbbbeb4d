// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.addons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ManifestsTest {
    @Test
    void fillsPlaceholdersWithTextAsItIs() {
        assertThat(Manifests.fill("x", "image: ${THE_IMAGE}", Map.of("THE_IMAGE", "a\\b$1")))
                .isEqualTo("image: a\\b$1");
    }

    @Test
    void leavesWhatIsNoPlaceholder() {
        assertThat(Manifests.fill("x", "echo $HOME ${lower}", Map.of())).isEqualTo("echo $HOME ${lower}");
    }

    @Test
    void refusesAPlaceholderWithoutValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Manifests.fill("x.yaml", "${MISSING}", Map.of()))
                .withMessage("x.yaml has no value for ${MISSING}");
    }
}
