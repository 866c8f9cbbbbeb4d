// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.linkerd.multus.controller.pods.plan.InjectedParts;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import io.linkerd.multus.controller.pods.plan.PodTraits;
import io.linkerd.multus.controller.pods.plan.PodUsers;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.pods.plan.Roots;
import io.linkerd.multus.controller.pods.plan.TrustAnchors;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of a pod to say whether it is outdated. */
class PodTraitsReaderTest {
    private final MeshPodReader reader = new MeshPodReader();

    @Test
    void readsASidecarAmongInitContainers() {
        var pod = reader.read(RealPods.read(RealPods.NATIVE));

        assertThat(pod.name()).isEqualTo("web-6d4f-abcde");
        assertThat(pod.created()).isEqualTo(Instant.parse("2026-08-21T10:00:00Z"));
        assertThat(pod.owner()).map(PodOwner::uid).contains("rs-1");
        var traits = pod.traits().orElseThrow();
        assertThat(traits.component()).isEmpty();
        assertThat(traits.createdBy()).contains("linkerd/proxy-injector edge-26.8.3");
        assertThat(traits.asked()).containsExactly(Map.entry("linkerd.io/inject", "enabled"));
        assertThat(traits.users()).isEqualTo(new PodUsers(Optional.of(2102L), Set.of(1000L)));
        assertThat(traits.attached()).isTrue();
        assertThat(traits.mark()).isEqualTo(RolloutMark.read("0123456789abcdef.3-4a5b6c7d"));
        assertThat(traits.ready()).isTrue();
        assertThat(traits.injected())
                .contains(new InjectedParts(
                        Optional.of("edge-26.8.3"),
                        "cr.l5d.io/linkerd/proxy:edge-26.8.3",
                        TrustAnchors.read(Roots.A),
                        Map.of(
                                "LINKERD2_PROXY_LOG", "warn,linkerd=info",
                                "LINKERD2_PROXY_INBOUND_PORTS", "8080",
                                "place of linkerd-proxy", "init container",
                                "resource request of cpu", "100m",
                                "arguments of linkerd-network-validator",
                                        "--log-format plain --log-level debug --timeout 10s")));
    }

    /** Whoever may create pods decides how much is written into them. */
    @Test
    void ofAMegabyteInAPodADigestIsKept() {
        var traits = readWith("a".repeat(1_000_000)).settings();

        assertThat(traits.toString()).hasSizeLessThan(200);
        assertThat(readWith("a".repeat(1_000_000)).settings()).isEqualTo(traits);
        assertThat(readWith("b".repeat(1_000_000)).settings()).isNotEqualTo(traits);
    }

    private InjectedParts readWith(String value) {
        var pod = RealPods.read(RealPods.NATIVE);
        pod.getSpec().getInitContainers().stream()
                .filter(container -> container.getName().equals("linkerd-proxy"))
                .forEach(proxy -> proxy.getEnv()
                        .add(new EnvVarBuilder()
                                .withName("MUCH")
                                .withValue(value)
                                .build()));
        return reader.read(pod).traits().flatMap(PodTraits::injected).orElseThrow();
    }

    /** Its application has the pod's user id, and an init container that ends may have the proxy's. */
    @Test
    void readsAContainerOnOpenShift() {
        var traits = reader.read(RealPods.read(RealPods.OPENSHIFT)).traits().orElseThrow();

        assertThat(traits.users()).isEqualTo(new PodUsers(Optional.of(1000680001L), Set.of(1000680000L, 1000680001L)));
        assertThat(traits.asked()).containsEntry("config.linkerd.io/proxy-version", "edge-26.7.1");
        assertThat(traits.injected().orElseThrow().image()).isEqualTo("mirror.example/linkerd/proxy@sha256:abcd");
        assertThat(traits.injected().orElseThrow().anchors()).isEqualTo(new TrustAnchors.Unseen());
        assertThat(traits.attached()).isTrue();
        assertThat(traits.ready()).isFalse();
    }

    @Test
    void onePutIntoItsTemplateByHandRedirectsItself() {
        var traits = reader.read(RealPods.read(RealPods.BY_HAND)).traits().orElseThrow();

        assertThat(traits.createdBy()).contains("linkerd/cli stable-2.14.10");
        assertThat(traits.attached()).isTrue();
        assertThat(traits.injected().orElseThrow().settings())
                .containsEntry("arguments of linkerd-init", "--proxy-uid 2102");
    }

    @Test
    void theControlPlanesOwnDoesNotShowItsBundle() {
        var traits = reader.read(RealPods.read(RealPods.CONTROL_PLANE)).traits().orElseThrow();

        assertThat(traits.component()).contains("identity");
        assertThat(traits.injected().orElseThrow().anchors()).isEqualTo(new TrustAnchors.Unseen());
        assertThat(traits.attached()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{spec: {}}", "{spec: {containers: [{name: linkerd-proxy}]}, status: {}}"})
    void nothingThatIsMissingIsNeeded(String rest) {
        var pod = RealPods.read(rest);
        pod.setMetadata(RealPods.read("{metadata: {namespace: shop, name: web, uid: u, creationTimestamp: soon}}")
                .getMetadata());

        var seen = reader.read(pod);

        assertThat(seen.created()).isEqualTo(Instant.EPOCH);
        assertThat(seen.owner()).isEmpty();
        assertThat(seen.traits().orElseThrow().users()).isEqualTo(new PodUsers(Optional.empty(), Set.of()));
    }
}
