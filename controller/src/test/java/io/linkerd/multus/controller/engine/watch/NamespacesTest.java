// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.optin.NamespaceOptIn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamespacesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "name: shop",
                "name: shop, deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [a]",
                "name: shop, labels: {linkerd.io/extension: viz, a: b}, annotations: {c: d}",
                "name: shop, annotations: {linkerd.io/multus: enabled, config.linkerd.io/proxy-uid: '7', a: b}",
                "name: shop, annotations: {openshift.io/sa.scc.uid-range: 1000/10, config.linkerd.io/proxy-gid: '8'}"
            })
    void whatIsLeftOfANamespaceHasTheSameFacts(String metadata) {
        var namespace = read(metadata);
        var facts = Namespaces.facts(namespace);

        Namespaces.slim(namespace);

        assertThat(Namespaces.facts(namespace)).isEqualTo(facts);
        assertThat(namespace.getSpec()).isNull();
        assertThat(new KubernetesSerialization().asJson(namespace)).doesNotContain("\"a\":\"b\"", "\"c\":\"d\"");
    }

    @Test
    void readsAnnotationsAndTheLabelOfAnExtension() {
        var facts = Namespaces.facts(
                read(
                        "name: shop, uid: u, labels: {linkerd.io/extension: viz}, annotations: {openshift.io/sa.scc.uid-range: 1/2}"));

        assertThat(facts.name()).isEqualTo("shop");
        assertThat(facts.uid()).isEqualTo("u");
        assertThat(facts.terminating()).isFalse();
        assertThat(facts.optIn()).isEqualTo(NamespaceOptIn.EXTENSION);
        assertThat(facts.uidRange()).hasValue("1/2");
    }

    @Test
    void aNamespaceThatIsDeletedIsTerminatingAndSaysNothing() {
        var facts = Namespaces.facts(read("name: shop, deletionTimestamp: '2026-01-01T00:00:00Z'"));

        assertThat(facts.terminating()).isTrue();
        assertThat(facts.marks()).isEqualTo(NamespaceMarks.SILENT);
    }

    private static Namespace read(String metadata) {
        return new KubernetesSerialization()
                .unmarshal("# YAML\n{metadata: {" + metadata + "}, spec: {finalizers: [x]}}", Namespace.class);
    }
}
