// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.names;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectNamesTest {
    @ParameterizedTest
    @CsvSource({
        "a,        true,  true",
        "0,        true,  true",
        "az-09,    true,  true",
        "a.b,      false, true",
        "a-1.2-b,  false, true",
        "'',       false, false",
        "-,        false, false",
        "-a,       false, false",
        "a-,       false, false",
        ".,        false, false",
        "..,       false, false",
        "a.,       false, false",
        ".a,       false, false",
        "a..b,     false, false",
        "a.-b,     false, false",
        "a-.b,     false, false",
        "a/b,      false, false",
        "a_b,      false, false",
        "A,        false, false",
        "{,        false, false",
        "`,        false, false",
        ":,        false, false",
        "a b,      false, false",
        "%2e,      false, false",
        "\u00e4,        false, false"
    })
    void areWhatKubernetesTakes(String name, boolean label, boolean subdomain) {
        assertThat(ObjectNames.isLabel(name)).isEqualTo(label);
        assertThat(ObjectNames.isSubdomain(name)).isEqualTo(subdomain);
    }

    @Test
    void haveALongest() {
        assertThat(ObjectNames.isLabel("a".repeat(63))).isTrue();
        assertThat(ObjectNames.isLabel("a".repeat(64))).isFalse();
        assertThat(ObjectNames.isSubdomain("a".repeat(253))).isTrue();
        assertThat(ObjectNames.isSubdomain("a".repeat(254))).isFalse();
    }
}
