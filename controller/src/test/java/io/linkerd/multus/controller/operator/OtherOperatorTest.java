// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OtherOperatorTest {
    private static Optional<String> another(Optional<String> keeper, String... namespaces) {
        return OtherOperator.of(keeper, "own", Set.of(namespaces)::contains);
    }

    @Test
    void thereIsNoneWhereThisOneIsNamed() {
        assertThat(another(Optional.of("own"), "own")).isEmpty();
        assertThat(another(Optional.of("own")))
                .as("before the namespaces were seen")
                .isEmpty();
    }

    @Test
    void thereIsNoneWhereNoneIsNamedOrItsNamespaceIsGone() {
        assertThat(another(Optional.empty(), "own")).isEmpty();
        assertThat(another(Optional.of("gone"), "own")).isEmpty();
    }

    @Test
    void itCarriesTheObjectOutForAsLongAsItsNamespaceStands() {
        assertThat(another(Optional.of("other"), "own", "other")).contains("other");
    }
}
