// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeshPodReaderTest {
    private final MeshPodReader reader = new MeshPodReader();

    @ParameterizedTest
    @CsvSource({
        "linkerd-cni, Running, true",
        "'net1, shop/linkerd-cni@eth9', Pending, true",
        "'[{\"name\":\"linkerd-cni\"}]', Running, true",
        "linkerd-cni, Succeeded, false",
        "linkerd-cni, Failed, false",
        "linkerd-cni, Unknown, true",
        "elsewhere/linkerd-cni, Running, false",
        "net1, Running, false"
    })
    void countsPodsThatReferToTheAttachmentAndHaveNotEnded(String networks, String phase, boolean uses) {
        assertThat(reader.read(pod(networks, phase)).uses().contains("shop")).isEqualTo(uses);
    }

    @Test
    void countsNoPodWithoutNetworks() {
        var pod = new PodBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("web")
                .endMetadata()
                .build();
        assertThat(reader.read(pod).uses()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{initContainerStatuses: [{name: linkerd-network-validator, state: {terminated: {exitCode: 95}}}]}            | MISSING",
                "{initContainerStatuses: [{name: linkerd-network-validator, state: {waiting: {}}, lastState: {terminated: {exitCode: 95}}}]} | MISSING",
                "{initContainerStatuses: [{name: linkerd-network-validator, state: {running: {}}, lastState: {terminated: {exitCode: 95}}}]} | MISSING",
                "{containerStatuses: [{name: linkerd-network-validator, lastState: {terminated: {exitCode: 95}}}]}            | MISSING",
                "{initContainerStatuses: [{name: linkerd-network-validator, state: {terminated: {exitCode: 0}}, lastState: {terminated: {exitCode: 95}}}]} | UNREFUTED",
                "{initContainerStatuses: [{name: linkerd-network-validator, state: {terminated: {exitCode: 1}}}]}             | UNREFUTED",
                "{initContainerStatuses: [{name: other, state: {terminated: {exitCode: 95}}}]}                                | UNREFUTED",
                "{conditions: [{type: PodScheduled, status: 'True'}, {type: Ready, status: 'False'}], containerStatuses: [{name: linkerd-network-validator, state: {terminated: {exitCode: 95}}}]} | MISSING",
                "{conditions: [{type: Ready, status: 'True'}], containerStatuses: [{name: linkerd-network-validator, lastState: {terminated: {exitCode: 95}}}]} | UNREFUTED",
                "{initContainerStatuses: [{name: linkerd-network-validator}]}                                                 | UNREFUTED",
                "{}                                                                                                           | UNREFUTED"
            })
    void believesTheValidatorUnlessThePodBecameHealthyAfterwards(String status, MeshPod.Redirection redirection) {
        assertThat(reader.read(read(
                                "spec: {containers: [{name: linkerd-init}], initContainers: [{name: linkerd-network-validator}]}\nstatus: "
                                        + status))
                        .redirection())
                .isEqualTo(redirection);
        assertThat(reader.read(read("spec: {initContainers: [{name: linkerd-init}]}\nstatus: " + status))
                        .redirection())
                .isEqualTo(MeshPod.Redirection.OWN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | ALIVE",
                "{metadata: {generateName: a}, status: {phase: Pending}} | ALIVE",
                "{metadata: {generateName: a}, status: {phase: Succeeded}} | ENDED",
                "{metadata: {deletionTimestamp: '2026-01-01T00:00:00Z'}} | LEAVING",
                "{metadata: {deletionTimestamp: '2026-01-01T00:00:00Z'}, status: {phase: Running}} | LEAVING",
                "{metadata: {deletionTimestamp: '2026-01-01T00:00:00Z'}, status: {phase: Failed}} | ENDED_AND_LEAVING",
                "{status: {phase: Running}} | ALIVE"
            })
    void knowsWhereAPodIsInItsLife(String text, MeshPod.Stage stage) {
        var pod = reader.read(read(text));
        assertThat(pod.stage()).isEqualTo(stage);
        assertThat(pod.key()).isEqualTo("shop/web");
    }

    @Test
    void onlyAControllerMakesAnotherOne() {
        var pod = read(
                "{metadata: {ownerReferences: [{kind: Thing, name: t, uid: a}, {kind: Job, name: j, uid: b, controller: true}]}}");
        assertThat(reader.read(pod).owner()).map(PodOwner::uid).contains("b");
    }

    @Test
    void noNodeMakesAStaticPodAnew() {
        var pod = read("{metadata: {ownerReferences: [{kind: Node, name: n, uid: u, controller: true}]}}");
        assertThat(reader.read(pod).owner()).isEmpty();
    }

    private static Pod read(String text) {
        var pod = new KubernetesSerialization().unmarshal("# YAML\n" + text, Pod.class);
        var metadata = Optional.ofNullable(pod.getMetadata()).orElseGet(ObjectMeta::new);
        metadata.setNamespace("shop");
        metadata.setName("web");
        metadata.setUid("u");
        metadata.setResourceVersion("7");
        pod.setMetadata(metadata);
        return pod;
    }

    private static Pod pod(String networks, String phase) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("web")
                .addToAnnotations("k8s.v1.cni.cncf.io/networks", networks)
                .endMetadata()
                .withNewStatus()
                .withPhase(phase)
                .endStatus()
                .build();
    }
}
