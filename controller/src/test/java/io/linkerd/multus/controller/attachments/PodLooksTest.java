// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodLooksTest {
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
        assertThat(PodLooks.uses(pod(networks, phase)).anyMatch("shop"::equals)).isEqualTo(uses);
    }

    @Test
    void countsNoPodWithoutNetworks() {
        var pod = new PodBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("web")
                .endMetadata()
                .build();
        assertThat(PodLooks.uses(pod)).isEmpty();
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
