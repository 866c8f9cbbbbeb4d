// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CniCommandTest {

    @ParameterizedTest
    @CsvSource({"ADD, false", "DEL, false", "CHECK, false", "VERSION, false", "GC, true", "STATUS, true"})
    void isAboutAContainerOrANetwork(String name, boolean ofNetwork) {
        assertThat(CniCommand.of(name))
                .hasValueSatisfying(command -> assertThat(command.isOfNetwork()).isEqualTo(ofNetwork));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "add", " ADD", "ADD\n", "UPDATE"})
    void isNamedExactly(String name) {
        assertThat(CniCommand.of(name)).isEmpty();
    }
}
