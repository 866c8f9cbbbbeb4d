// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClaimTest {
    private static Claim claim(Optional<String> keeper, String... namespaces) {
        return Claim.of(keeper, "own", Set.of(namespaces)::contains);
    }

    @Test
    void isOursWhereWeAreNamed() {
        assertThat(claim(Optional.of("own"), "own")).isEqualTo(new Claim.Ours());
        assertThat(claim(Optional.of("own")))
                .as("before the namespaces were seen")
                .isEqualTo(new Claim.Ours());
    }

    @Test
    void isFreeWhereNobodyIsNamedOrNobodyIsThereAnyMore() {
        assertThat(claim(Optional.empty(), "own")).isEqualTo(new Claim.Free());
        assertThat(claim(Optional.of("gone"), "own")).isEqualTo(new Claim.Free());
    }

    @Test
    void isTheirsForAsLongAsTheirNamespaceStands() {
        assertThat(claim(Optional.of("other"), "own", "other")).isEqualTo(new Claim.Theirs("other"));
    }
}
