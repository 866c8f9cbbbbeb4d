// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.openshift.client.OpenShiftClient;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.settings.ControllerSettings;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings that an operator takes up which sees the LinkerdMultus for the first time. */
class AskedSettingsIT {
    private static final String MULTUS = "/apis/multus.linkerd.io/v1alpha1/linkerdmultuses/cluster";
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "LINKERD_MULTUS_NAMESPACE", "linkerd-multus",
            "LINKERD_MULTUS_POD_NAME", "controller-1",
            "LINKERD_MULTUS_OPERATOR", "true");

    private final FakeCluster cluster = new FakeCluster();
    private final OpenShiftClient client = FakeCluster.client(cluster.api());
    private final AskedSettings asked = new AskedSettings(client, ENVIRONMENT, "linkerd-multus", () -> {});

    AskedSettingsIT() {
        cluster.api().define("multus.linkerd.io/v1alpha1", "linkerdmultuses", "LinkerdMultus", false);
    }

    @AfterEach
    void close() {
        asked.close();
        client.close();
        cluster.close();
    }

    private void start(String multus) {
        cluster.api().put(MULTUS, multus);
        asked.start();
        await().atMost(FakeCluster.SOON).until(asked::isComplete);
    }

    private ControllerSettings settings() {
        return asked.current().orElseThrow();
    }

    private Set<String> excluded() {
        return settings().excluded().names();
    }

    /** It used to follow the spec that nobody had carried out, and after it the one before was known to no process any more. */
    @Test
    void besideABadSpecTheAcceptedSettingsAreTakenUp() {
        start("""
                {spec: {mode: 'auxiliary', excludedNamespaces: []}, status: {namespace: 'linkerd-multus', reason: 'SpecInvalid',
                rolledOut: {generation: 1, version: '1'}, accepted: {generation: 1, spec: {excludedNamespaces: ['shop']}}}}
                """);

        assertThat(settings().operator().alone()).isFalse();
        assertThat(excluded()).containsExactlyInAnyOrder("linkerd-multus", "shop");
    }

    @Test
    void aSpecThatIsNotYetAcceptedIsNotFollowed() {
        start("""
                {spec: {excludedNamespaces: []}, status: {namespace: 'linkerd-multus', reason: 'AsAsked',
                rolledOut: {generation: 1, version: '1'}, accepted: {generation: 1, spec: {excludedNamespaces: ['shop']}}}}
                """);

        assertThat(excluded()).contains("shop");
    }

    /** Beside the objects of a Helm release, an invalid spec had them work against the other controller. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{namespace: 'linkerd-multus'}",
                "{namespace: 'linkerd-multus', reason: 'SpecInvalid'}",
                "{namespace: 'linkerd-multus', reason: 'SpecInvalid', rolledOut: {generation: 1, version: '1'}}",
                "{namespace: 'linkerd-multus', reason: 'Removing', rolledOut: {generation: 1, version: '1'}}",
                "{namespace: 'linkerd-multus', reason: 'NotOurs', rolledOut: {generation: 1, version: '1'}}",
                "{namespace: 'linkerd-multus', reason: 'NotOurs', accepted: {generation: 1, spec: {}}}",
                "{namespace: 'other', reason: 'AsAsked', rolledOut: {generation: 1, version: '1'}, accepted: {generation: 1, spec: {}}}",
                "{namespace: ['a'], accepted: {generation: 1, spec: {}}, conditions: {a: 'b'}}",
                "{namespace: 'linkerd-multus', accepted: {generation: 1, spec: {}}, nodes: {ready: 3000000000}}"
            })
    void itsOtherDutiesRestWhereTheyAreNotItsOwn(String status) {
        start("{spec: {excludedNamespaces: ['shop']}, status: %s}".formatted(status));

        assertThat(settings().operator().alone()).isTrue();
    }

    /** A watch that fails on one object tells of none any more. */
    @Test
    void anObjectOfOtherTypesDoesNotEndTheWatch() {
        start("{spec: ['a'], status: ['b']}");
        assertThat(settings().operator().alone()).isTrue();
        cluster.api().put(MULTUS, "{spec: {mode: ['a']}, status: {conditions: {a: 'b'}, rolledOut: 1}}");

        cluster.api().put(MULTUS, """
                {spec: {}, status: {namespace: 'linkerd-multus', accepted: {generation: 3, spec: {excludedNamespaces: ['shop']}}}}
                """);

        await().atMost(FakeCluster.SOON).until(() -> excluded().contains("shop"));
        assertThat(asked.whyNotReady()).isEmpty();
    }
}
