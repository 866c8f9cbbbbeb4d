// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SameValueTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static JsonNode json(String text) throws JsonProcessingException {
        return JSON.readTree(text.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            cpu; '500m'; '0.5'; true
            memory; '64Mi'; '128Mi'; false
            image; 'r/a:1'; 'r/a@sha256:2'; true
            image; 'mirror/a:1'; 'r/a:1'; false
            value; '/opt/cni/bin'; '/var/lib/cni'; false
            value; 'linkerd-multus-controller'; 'linkerd-multus-operator'; true
            sources; [{'serviceAccountToken': {'path': 'a', 'expirationSeconds': 3600}}]; [{'serviceAccountToken': {'path': 'a'}}]; true
            sources; [{'serviceAccountToken': {'path': 'a', 'expirationSeconds': 60}}]; [{'serviceAccountToken': {'path': 'a'}}]; false
            tolerations; []; [{'operator': 'Exists'}]; false
            nodeSelector; {'a': 'b', 'c': 'd'}; {'a': 'b'}; false
            hostNetwork; {}; {'hostNetwork': false}; true
            """)
    void tellsWhatTheApiServerWritesItsOwnWayFromAnotherValue(String name, String there, String asked, boolean same)
            throws JsonProcessingException {
        assertThat(SameValue.is(name, json(there), json(asked))).isEqualTo(same);
    }
}
