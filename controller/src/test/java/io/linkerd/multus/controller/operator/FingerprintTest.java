// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintTest {
    private static final String OBJECT =
            "{kind: Service, metadata: {name: a, labels: {b: c}, resourceVersion: '1', generation: 1}, spec: {ports: [{port: 1}]}, status: {x: y}}";

    private static Fingerprint of(String yaml) {
        return Fingerprint.of(new KubernetesSerialization().unmarshal("---\n" + yaml, GenericKubernetesResource.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"b: c", "port: 1", "name: a"})
    void differsWhereSomebodyWroteSomething(String what) {
        assertThat(of(OBJECT.replace(what, what + "2"))).isNotEqualTo(of(OBJECT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"resourceVersion: '1'", "generation: 1", "x: y"})
    void isTheSameWhereItChangesByItself(String what) {
        assertThat(of(OBJECT.replace(what, what.replace('1', '2').replace('y', 'z'))))
                .isEqualTo(of(OBJECT));
    }

    /** The answer to a write may have them where a watch has none. */
    @Test
    void isTheSameWithoutWhatSaysNothing() {
        assertThat(of(OBJECT.replace("spec: {", "spec: {a: [], b: {}, c: null, ")))
                .isEqualTo(of(OBJECT));
    }
}
