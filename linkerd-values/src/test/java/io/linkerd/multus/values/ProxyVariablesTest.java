// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxyVariablesTest {
    @ParameterizedTest
    @CsvSource({
        "LINKERD2_PROXY_LOG, true",
        "_pod_ns, true",
        "_l5d_trustdomain, true",
        "LINKERD2_PROXY_TAP_SVC_NAME, false",
        "HTTP_PROXY, false",
        "MY_LINKERD2_PROXY_LOG, false",
        "MINE, true"
    })
    void theInjectorsHaveItsPrefixesOrAreNamedInTheValues(String variable, boolean isInjectors) {
        assertThat(ProxyVariables.isInjectors(variable, Set.of("MINE"))).isEqualTo(isInjectors);
    }

    @Test
    void aVariableOfTapThatTheValuesNameIsTheInjectors() {
        assertThat(ProxyVariables.isInjectors("LINKERD2_PROXY_TAP_X", Set.of("LINKERD2_PROXY_TAP_X")))
                .isTrue();
    }

    @Test
    void bothListsOfTheValuesAddVariablesByName() {
        var values = Values.read("""
                proxy:
                  additionalEnv:
                  - name: A
                    value: x
                  - value: without a name
                  experimentalEnv:
                  - name: B
                """);

        assertThat(ProxyVariables.named(values.tree())).containsExactlyInAnyOrder("A", "B");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "proxy: {}",
                "proxy: {additionalEnv: {name: A}}",
                "proxy: {additionalEnv: A}",
                "proxy: {additionalEnv: [A]}"
            })
    void whatIsNoListOfVariablesAddsNone(String values) {
        assertThat(ProxyVariables.named(Values.read(values + "\n").tree())).isEmpty();
    }
}
