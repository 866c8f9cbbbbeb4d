// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperandSpecTest {
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

    private static OperandSpec spec(String yaml) {
        return SERIALIZATION.unmarshal("---\n" + yaml, OperandSpec.class);
    }

    /** A status keeps the spec that was accepted: what it did not keep would be as the chart has it for who reads it there. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{mode: chained, webhook: {replicas: 3, tolerations: []}, excludedNamespaces: []}",
                "{images: {plugin: example.com/a, pullSecrets: [{name: a}]}, logging: {level: debug}, networkPolicy: false,"
                        + " installer: {maxUnavailable: 20%, resources: {limits: {memory: 200Mi}}, nodeSelector: {a: b}}}",
                "{installer: {maxUnavailable: 3, tolerations: [{key: a, operator: Exists, tolerationSeconds: 3}]}}",
                "{adopt: true, kubeconfigPath: /etc/cni/a/b, excludedNamespaces: [a, b], excludeOpenShiftNamespaces: false,"
                        + " linkerd: {namespace: mesh}, attachments: {scope: Shared, namespace: nets}}",
                "{linkerd: {cniChart: Replace, cniConfig: {proxyUID: 7}}}"
            })
    void saysTheSameWhenItIsReadAgain(String yaml) {
        var readAgain = SERIALIZATION.unmarshal(SERIALIZATION.asJson(spec(yaml)), OperandSpec.class);

        assertThat(readAgain).isEqualTo(spec(yaml));
        assertThat(ControllerVariables.of(readAgain, "own")).isEqualTo(ControllerVariables.of(spec(yaml), "own"));
    }

    /** Beside a bad spec images, resources and replicas fell back to the chart's, where an earlier version's status had but a part of the spec. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{images: {}, logging: {}, linkerd: {}, attachments: {}, installer: {}, webhook: {}} | true",
                "{mode: auto, kubeconfigPath: /etc/cni/a/b, excludedNamespaces: [], linkerd: {}, attachments: {}} | false",
                "{images: {}, installer: {}} | false",
                "{installer: {}, webhook: {}} | false",
                "{} | false"
            })
    void aSpecWithoutWhatItsSchemaPutsInIsNotAllThatWasAskedFor(String yaml, boolean saysAll) {
        assertThat(spec(yaml).saysAll()).isEqualTo(saysAll);
    }

    @Test
    void tellsNothingThatItDoesNotSay() {
        var json = SERIALIZATION.convertValue(spec("{images: {registry: a.example}}"), JsonNode.class);

        assertThat(json).hasToString("{\"images\":{\"registry\":\"a.example\"}}");
    }
}
