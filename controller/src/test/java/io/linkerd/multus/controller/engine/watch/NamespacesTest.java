// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.optin.NamespaceOptIn;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NamespacesTest {
    @Test
    void readsAnnotationsAndTheLabelOfAnExtension() throws Exception {
        var facts =
                read("name: shop, uid: u, labels: {linkerd.io/extension: viz}, annotations: {openshift.io/sa.scc.uid-range: 1/2}")
                        .facts();

        assertThat(facts.name()).isEqualTo("shop");
        assertThat(facts.uid()).isEqualTo("u");
        assertThat(facts.terminating()).isFalse();
        assertThat(facts.optIn()).isEqualTo(NamespaceOptIn.EXTENSION);
        assertThat(facts.uidRange()).hasValue("1/2");
    }

    @Test
    void aNamespaceThatIsDeletedIsTerminatingAndSaysNothing() throws Exception {
        var facts =
                read("name: shop, deletionTimestamp: '2026-01-01T00:00:00Z'").facts();

        assertThat(facts.terminating()).isTrue();
        assertThat(facts.marks()).isEqualTo(NamespaceMarks.SILENT);
    }

    @Test
    void keepsWhatItSaysToTheInjectorAndNothingElse() throws Exception {
        var namespace = read(
                "name: shop, labels: {a: b, config.linkerd.io/reconcile: auto}, annotations: {config.linkerd.io/proxy-gid: '8', c: d}");

        assertThat(namespace.words())
                .contains(new NamespaceWords(
                        Map.of("config.linkerd.io/proxy-gid", "8"), Map.of("config.linkerd.io/reconcile", "auto")));
    }

    /** 200 KB in annotations of one namespace: what new pods would get there is unknown; that it is opted in is not. */
    @Test
    void ofOneThatSaysTooMuchItIsNotKnownWhat() throws Exception {
        var words = IntStream.range(0, 200)
                .mapToObj(number -> "config.linkerd.io/x" + number + ": " + "y".repeat(1000))
                .collect(Collectors.joining(", "));
        var namespace = read("name: shop, annotations: {linkerd.io/multus: enabled, " + words + "}");

        assertThat(namespace.words()).isEmpty();
        assertThat(namespace.facts().optIn()).isEqualTo(NamespaceOptIn.ASKED);
    }

    private static Namespaces.Kept read(String metadata) throws Exception {
        var serialization = new KubernetesSerialization();
        var namespace = serialization.unmarshal(
                "# YAML\n{metadata: {" + metadata + "}, spec: {finalizers: [x]}}", Namespace.class);
        var event = "{\"type\":\"ADDED\",\"object\":" + serialization.asJson(namespace) + "}";
        return Namespaces.Kept.of(Namespaces.HEADS
                .told(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)))
                .object());
    }
}
