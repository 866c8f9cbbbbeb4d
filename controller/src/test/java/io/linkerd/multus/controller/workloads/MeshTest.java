// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.contracts.uids.UidRange;
import io.linkerd.multus.controller.engine.watch.NamespaceWords;
import io.linkerd.multus.controller.pods.plan.Roots;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a change of Linkerd's is. */
class MeshTest {
    private static final String VALUES =
            "{linkerdVersion: a, cniEnabled: true, proxy: {logLevel: warn, uid: 2102}, controllerReplicas: 1}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "proxy: {uid: 2102, logLevel: 'warn'}\ncniEnabled: true\ncontrollerReplicas: 3\nlinkerdVersion: a",
                "{linkerdVersion: a, cniEnabled: true, proxy: {logLevel: warn, UID: 2102}, podAnnotations: {a: b}}",
                "{linkerdVersion: a, cniEnabled: true, proxy: {logLevel: warn, uid: 2102, resources: null}, proxyInit: {runAsRoot: true}}"
            })
    void whatNewPodsDoNotGetIsNoChange(String values) {
        assertThat(change(values)).isEqualTo(change(VALUES));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{linkerdVersion: b, cniEnabled: true, proxy: {logLevel: warn, uid: 2102}}",
                "{linkerdVersion: a, cniEnabled: true, proxy: {logLevel: info, uid: 2102}}",
                "{linkerdVersion: a, cniEnabled: true, proxy: {logLevel: warn, uid: 2102, additionalEnv: [{name: A, value: b}]}}",
                "{linkerdVersion: a, proxy: {logLevel: warn, uid: 2102}}",
                "nonsense: ["
            })
    void whatNewPodsGetIsOne(String values) {
        assertThat(change(values)).isNotEqualTo(change(VALUES));
    }

    @Test
    void soAreTrustAnchorsNamespacesAndTheInjector() {
        var mesh = ExpectedPodsTest.mesh(VALUES);
        var before = mesh.change(NamespaceWords.NONE, Optional.empty(), Optional.empty());

        assertThat(mesh.withBundle(Optional.of(Roots.A + Roots.B), Optional.empty())
                        .change(NamespaceWords.NONE, Optional.empty(), Optional.empty()))
                .isNotEqualTo(before);
        assertThat(mesh.withBundle(Optional.of("\n" + Roots.A + Roots.A), Optional.empty())
                        .change(NamespaceWords.NONE, Optional.empty(), Optional.empty()))
                .isEqualTo(before);
        assertThat(mesh.change(
                        new NamespaceWords(Map.of("config.linkerd.io/proxy-uid", "1"), Map.of()),
                        Optional.empty(),
                        Optional.empty()))
                .isNotEqualTo(before);
        assertThat(mesh.change(
                        new NamespaceWords(Map.of(), Map.of("config.linkerd.io/reconcile", "auto")),
                        Optional.empty(),
                        Optional.empty()))
                .isEqualTo(before);
        assertThat(mesh.change(NamespaceWords.NONE, Optional.of("1000/10"), Optional.empty()))
                .isNotEqualTo(before);
        assertThat(mesh.change(NamespaceWords.NONE, Optional.empty(), Optional.of("controller:b")))
                .isNotEqualTo(before);
    }

    @Test
    void soIsAValueWithinAList() {
        var values = "{linkerdVersion: a, proxy: {additionalEnv: [{name: A, value: b}]}}";

        assertThat(change(values.replace("value: b", "value: c"))).isNotEqualTo(change(values));
        assertThat(change(values.replace("name: A, value: b", "value: b, name: A")))
                .isEqualTo(change(values));
    }

    @Test
    void aRangeOfUserIdsIsReadWhereItIsOne() {
        assertThat(Mesh.range(Optional.of("1000660000/10000"))).contains(new UidRange(1_000_660_000, 1_000_669_999));
        assertThat(Mesh.range(Optional.of("all"))).isEmpty();
        assertThat(Mesh.range(Optional.empty())).isEmpty();
    }

    @Test
    void valuesAreNotTold() {
        assertThat(ExpectedPodsTest.mesh("{linkerdVersion: a, proxy: {additionalEnv: [{name: A, value: s3cret}]}}")
                        .toString())
                .doesNotContain("s3cret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "creationTimestamp: '2026-01-01T00:00:00Z' | 2025-12-31T23:59:59Z",
                "creationTimestamp: '2026-01-01T00:00:00Z', managedFields: [{time: '2026-01-01T00:00:00Z', fieldsV1: {'f:data': {}}}] | 2025-12-31T23:59:59Z",
                "creationTimestamp: '2026-01-01T00:00:00Z', managedFields: [{time: '2026-02-01T00:00:00Z', fieldsV1: {'f:data': {}}}] | 2026-02-01T00:00:00Z",
                "creationTimestamp: '2026-01-01T00:00:00Z', managedFields: [{time: '2026-02-01T00:00:00Z', fieldsV1: {'f:metadata': {}}}] | 2025-12-31T23:59:59Z",
                "creationTimestamp: soon, managedFields: [{time: later, fieldsV1: {'f:data': {}}}] | -1000000000-01-01T00:00:00Z"
            })
    void knowsWhenABundleWasWritten(String metadata, Instant changed) {
        assertThat(WatchedMaps.changed(
                        new KubernetesSerialization().unmarshal("# YAML\n{" + metadata + "}", ObjectMeta.class)))
                .isEqualTo(changed);
    }

    private static Object change(String values) {
        return ExpectedPodsTest.mesh(values).change(NamespaceWords.NONE, Optional.empty(), Optional.empty());
    }
}
