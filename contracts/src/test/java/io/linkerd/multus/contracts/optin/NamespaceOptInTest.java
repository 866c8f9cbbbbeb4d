// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.optin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamespaceOptInTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "enabled,  -,            ASKED",
                "enabled,  viz,          ASKED",
                "-,        viz,          EXTENSION",
                "-,        multicluster, EXTENSION",
                "-,        something,    EXTENSION",
                "'',       viz,          EXTENSION",
                "disabled, viz,          NONE",
                "disabled, -,            NONE",
                "Enabled,  -,            NONE",
                "yes,      viz,          NONE",
                "-,        '',           NONE",
                "'',       -,            NONE",
                "-,        -,            NONE"
            })
    void readsAnnotationAndLabel(String multus, String extension, NamespaceOptIn expected) {
        assertThat(NamespaceOptIn.of(Optional.ofNullable(multus), Optional.ofNullable(extension)))
                .isEqualTo(expected);
    }
}
