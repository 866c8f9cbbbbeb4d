// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControllerVariablesTest {
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

    private static OperandSpec spec(String yaml) {
        return SERIALIZATION.unmarshal("---\n" + yaml, OperandSpec.class);
    }

    /** What a status keeps of a spec is enough, and says the same when it is read again. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{mode: chained, webhook: {replicas: 3}, excludedNamespaces: []}",
                "{adopt: true, kubeconfigPath: /etc/cni/a/b, excludedNamespaces: [a, b], excludeOpenShiftNamespaces: false,"
                        + " linkerd: {namespace: mesh}, attachments: {scope: Shared, namespace: nets}}",
                "{linkerd: {cniChart: Replace, cniConfig: {proxyUID: 7}}}"
            })
    void theFollowedPartSaysTheSame(String yaml) {
        var followed = ControllerVariables.followed(spec(yaml));
        var readAgain = SERIALIZATION.unmarshal(SERIALIZATION.asJson(followed), OperandSpec.class);

        assertThat(ControllerVariables.of(readAgain, "own")).isEqualTo(ControllerVariables.of(spec(yaml), "own"));
        assertThat(readAgain).isEqualTo(followed);
    }

    /** The controller reads it of the ConfigMap, and a status with it would be pruned. */
    @Test
    void whatThePluginIsToldIsNotFollowed() {
        var followed = ControllerVariables.followed(spec("{linkerd: {cniChart: Replace, cniConfig: {proxyUID: 7}}}"));

        assertThat(SERIALIZATION.convertValue(followed, JsonNode.class))
                .hasToString("{\"linkerd\":{\"cniChart\":\"Replace\"}}");
    }

    @Test
    void nothingElseIsFollowed() {
        var followed = ControllerVariables.followed(spec("{adopt: true, webhook: {replicas: 3}, mode: file}"));

        assertThat(SERIALIZATION.convertValue(followed, JsonNode.class).properties())
                .singleElement()
                .hasToString("mode=\"file\"");
    }
}
