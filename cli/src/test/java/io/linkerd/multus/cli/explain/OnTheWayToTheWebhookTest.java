// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.uids.SccRules;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What OpenShift's admission and Linkerd's injector do to a pod before the webhook sees it. */
class OnTheWayToTheWebhookTest {
    private static final Optional<String> RANGE = Optional.of("1000660000/10000");

    private final List<String> assumed = new ArrayList<>();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "enabled  |          | shop        | true",
                "enabled  | disabled | shop        | false",
                "enabled  | ingress  | shop        | true",
                "enabled  | yes      | shop        | false",
                "disabled | enabled  | shop        | true",
                "yes      | enabled  | shop        | false",
                "         | enabled  | shop        | true",
                "         |          | shop        | false",
                "enabled  |          | kube-system | false",
            })
    void theInjectorGoesByPodAndNamespace(String ofNamespace, String ofPod, String namespace, boolean injected)
            throws UnusableFile {
        var pod = pod("metadata: {name: web}\nspec: {containers: [{name: app}]}");
        if (ofPod != null) {
            Trees.annotate(pod, "linkerd.io/inject", ofPod);
        }
        inject(pod, namespace, ofNamespace == null ? Map.of() : Map.of("linkerd.io/inject", ofNamespace), Map.of());
        assertThat(pod.at("/spec/initContainers/0/name").asText().equals("linkerd-network-validator"))
                .isEqualTo(injected);
        assertThat(assumed).hasSize(1);
    }

    @Test
    void theInjectorLeavesWhatCannotBeMeshedOrIsNotSentToIt() throws UnusableFile {
        assertLeft(
                "spec: {hostNetwork: true}",
                Map.of(),
                "it has the network of its node (hostNetwork), and Linkerd meshes no such pod");
        assertLeft(
                "spec: {initContainers: [{name: istio-init}]}",
                Map.of(),
                "it has a container of a mesh already, istio-init");
        assertLeft(
                "metadata: {labels: {linkerd.io/control-plane-component: identity}}",
                Map.of(),
                "the injector is not called for pods with the label linkerd.io/control-plane-component");
        assertLeft(
                "spec: {}",
                Map.of("config.linkerd.io/admission-webhooks", "disabled"),
                "label config.linkerd.io/admission-webhooks=disabled of namespace shop keeps Linkerd's webhooks away");
    }

    @Test
    void theInjectorTakesTheNamespacesAnnotationsWhereThePodHasNone() throws UnusableFile {
        var says = Map.of(
                "linkerd.io/inject", "enabled",
                "config.linkerd.io/proxy-uid", "4000",
                "config.linkerd.io/proxy-enable-native-sidecar", "false");
        var pod = pod("spec: {containers: [{name: app}]}");
        inject(pod, "shop", says, Map.of());
        assertThat(pod.at("/spec/containers/0/securityContext/runAsUser").asLong())
                .isEqualTo(4000);
        assertThat(Trees.annotation(pod, "config.linkerd.io/proxy-uid")).contains("4000");
        var empty =
                pod("metadata: {annotations: {config.linkerd.io/proxy-uid: ''}}\nspec: {containers: [{name: app}]}");
        inject(empty, "shop", says, Map.of());
        assertThat(empty.at("/spec/containers/0/securityContext/runAsUser").asLong())
                .as("a key without a value counts")
                .isEqualTo(2102);
    }

    @Test
    void constraintsGiveTheFirstUserIdToContainersThatAskForNone() throws UnusableFile {
        var pod = pod(
                "spec: {initContainers: [{name: early, securityContext: {runAsUser: 1000660007}}], containers: [{name: app}]}");
        admit(pod, "restricted-v2", RANGE);
        assertThat(pod.at("/spec/initContainers/0/securityContext/runAsUser").asLong())
                .isEqualTo(1_000_660_007);
        assertThat(pod.at("/spec/containers/0/securityContext/runAsUser").asLong())
                .isEqualTo(1_000_660_000);
        assertThat(Trees.annotation(pod, "openshift.io/scc")).contains("restricted-v2");
    }

    @Test
    void constraintsGiveNoneWhereThePodHasOneOrTheyAskForNoneOrNoneIsKnown() throws UnusableFile {
        var ofPod = pod("spec: {securityContext: {runAsUser: 1000660001}, containers: [{name: app}]}");
        admit(ofPod, "restricted-v2", RANGE);
        assertThat(ofPod.at("/spec/containers/0").has("securityContext")).isFalse();
        var any = pod("spec: {containers: [{name: app}]}");
        admit(any, "nonroot-v2", RANGE);
        assertThat(any.at("/spec/containers/0").has("securityContext")).isFalse();
        assumed.clear();
        admit(any, "restricted-v2", Optional.empty());
        assertThat(any.at("/spec/containers/0").has("securityContext")).isFalse();
        assertThat(assumed).last().asString().contains("cannot be told: the namespace has no annotation");
    }

    private void assertLeft(String rest, Map<String, String> labels, String reason) throws UnusableFile {
        assumed.clear();
        var pod = pod(rest);
        var before = pod.deepCopy();
        inject(pod, "shop", Map.of("linkerd.io/inject", "enabled"), labels);
        assertThat(pod).isEqualTo(before);
        assertThat(assumed).containsExactly("Linkerd's injector leaves the pod as it is: " + reason);
    }

    private void inject(ObjectNode pod, String namespace, Map<String, String> annotations, Map<String, String> labels) {
        Injection.apply(pod, namespace, new NamespaceSays(annotations, labels), assumed::add);
    }

    private void admit(ObjectNode pod, String constraints, Optional<String> range) {
        SccAdmission.apply(pod, constraints, SccRules.ofDefault(constraints).orElseThrow(), range, assumed::add);
    }

    private static ObjectNode pod(String rest) throws UnusableFile {
        var text = new ByteArrayInputStream(("kind: Pod\n" + rest).getBytes(StandardCharsets.UTF_8));
        return Documents.read(Documents.STANDARD_INPUT, text).getFirst().object();
    }
}
