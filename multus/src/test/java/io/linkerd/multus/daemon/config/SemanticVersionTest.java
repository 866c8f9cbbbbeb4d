// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.cases.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SemanticVersionTest {

    @ParameterizedTest
    @CsvSource({
        "0.4.0, true",
        "0.4.1, true",
        "0.5.0, true",
        "1.0.0, true",
        "10.0.0, true",
        "0.4.0+build, true",
        "0.4.1-alpha, true",
        "0.4.0-alpha, false",
        "0.3.1, false",
        "0.3.99, false",
        "0.0.0, false"
    })
    void isAtLeastZeroFour(String text, boolean expected) {
        assertThat(SemanticVersion.read(text).orElseThrow().isAtLeast(0, 4, 0)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1.1.0, true", "1.2.0, true", "2.0.0, true", "1.0.9, false", "0.9.9, false"})
    void isAtLeastOneOne(String text, boolean expected) {
        assertThat(SemanticVersion.read(text).orElseThrow().isAtLeast(1, 1, 0)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "1.0",
                "1.0.0.0",
                "v1.0.0",
                "01.0.0",
                "1.0.0-",
                "1.0.0+",
                " 1.0.0",
                "1.0.x",
                "1.0.1234567890"
            })
    void isThreeNumbers(String text) {
        assertThat(SemanticVersion.read(text)).isEmpty();
        assertThat(SemanticVersion.read("1.0.0-" + "a".repeat(58))).isPresent();
        assertThat(SemanticVersion.read("1.0.0-" + "a".repeat(59))).isEmpty();
    }

    @Test
    void keepsItsText() {
        Cases.property()
                .forAll(Cases.texts())
                .checkAssert(text -> SemanticVersion.read(text)
                        .ifPresent(version -> assertThat(version.text()).isEqualTo(text)));
        assertThat(SemanticVersion.read("0.3.1-x+y").orElseThrow())
                .isEqualTo(new SemanticVersion("0.3.1-x+y", 0, 3, 1, true));
    }
}
