// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiPathTest {
    @Test
    void partsAreEncoded() {
        assertThat(ApiPath.core("namespaces", "a/b c")).isEqualTo("/api/v1/namespaces/a%2Fb%20c");
    }

    /** A network without a name was looked for, and the list of all was taken for it. */
    @ParameterizedTest
    @ValueSource(strings = {"", ".", ".."})
    void aNameThatLeadsElsewhereIsRefused(String name) {
        assertThatThrownBy(() -> ApiPath.core("namespaces", name, "pods")).isInstanceOf(IllegalArgumentException.class);
    }
}
