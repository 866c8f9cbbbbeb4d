// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.controller.operand.OperandSpec;
import org.junit.jupiter.api.Test;

class LinkerdMultusesTest {
    private static GenericKubernetesResource object(String yaml) {
        return new KubernetesSerialization().unmarshal("---\n" + yaml, GenericKubernetesResource.class);
    }

    /** While OLM upgrades, the next version's schema is there before its operator. */
    @Test
    void readsASpecThatSaysMoreThanThisVersionKnows() {
        var multus = object(
                "{kind: LinkerdMultus, spec: {mode: nad, ofTheNextVersion: {a: [1]}, webhook: {replicas: 3, b: c}}}");

        assertThat(LinkerdMultuses.spec(multus))
                .isEqualTo(LinkerdMultuses.spec(
                        object("{kind: LinkerdMultus, spec: {mode: nad, webhook: {replicas: 3}}}")))
                .isNotEqualTo(OperandSpec.EMPTY);
    }

    @Test
    void readsAStatusThatSomebodyFilledWithAnything() {
        var multus = object(
                "{kind: LinkerdMultus, status: {namespace: [a], reason: 1, namespaces: {attached: x, waiting: 2}, conditions: {a: b}, rolledOut: 1}}");

        assertThat(LinkerdMultuses.keeper(multus)).isEmpty();
        assertThat(LinkerdMultuses.reason(multus)).isEmpty();
        assertThat(LinkerdMultuses.namespaces(multus)).contains(new NamespaceCounts(0, 2, 0, 0));
        assertThat(LinkerdMultuses.conditions(multus)).isEmpty();
        assertThat(LinkerdMultuses.rolledOut(multus)).isEmpty();
    }
}
