// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoCommandTest {
    @ParameterizedTest
    @CsvSource({
        "go version go1.26.8 linux/amd64, true",
        "go version go1.27rc1 linux/arm64, true",
        "go version go1.25.9 linux/amd64, false",
        "go version devel, false",
    })
    void knowsWhichIsNewEnough(String version, boolean enough) {
        assertThat(GoCommand.isNewEnough(version)).isEqualTo(enough);
    }
}
