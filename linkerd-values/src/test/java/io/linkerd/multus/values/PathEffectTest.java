// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import static io.linkerd.multus.values.Values.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.values.PathEffect.Need;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PathEffectTest {
    private static final Map<Need, List<String>> WITH_CNI = Map.of(
            Need.NEW_PODS,
            List.of(
                    "proxy.logLevel",
                    "proxy.image.version",
                    "proxy.IMAGE.Version",
                    "proxy.uid",
                    "proxy.ports.admin",
                    "proxy.resources.cpu.limit",
                    "proxy.inbound.server.http2.keepAliveInterval",
                    "linkerdVersion",
                    "imagePullPolicy",
                    "debugContainer.image.name",
                    "networkValidator.logLevel"),
            Need.NEW_PODS_AND_LINKERD_UPGRADE,
            List.of(
                    "proxy.opaquePorts",
                    "proxy.defaultInboundPolicy",
                    "cniEnabled",
                    "disableIPv6",
                    "clusterDomain",
                    "identityTrustDomain",
                    "clusterNetworks",
                    "identity.serviceAccountTokenProjection"),
            Need.LINKERD_UPGRADE,
            List.of(
                    "proxy.outboundTransportMode",
                    "proxyInit.kubeAPIServerPorts",
                    "identity.issuer.tls.crtPEM",
                    "identity.issuer.issuanceLifetime",
                    "identityTrustAnchorsPEM",
                    "controllerReplicas",
                    "tolerations",
                    "nodeSelector.disk",
                    "proxyInjector.caBundle",
                    "policyController.logLevel",
                    "disableHeartBeat"),
            Need.NOTHING,
            List.of(
                    "proxy.podInboundPorts",
                    "proxyInit.ignoreInboundPorts",
                    "highAvailability",
                    "proxyContainerName",
                    "kubeAPI.clientQPS",
                    "loglevels"));

    @Test
    void aPathNeedsWhatLinkerdDoesWithIt() {
        WITH_CNI.forEach((need, paths) -> assertThat(paths)
                .allSatisfy(path -> assertThat(PathEffect.of(path(path), true).need())
                        .as(path)
                        .isEqualTo(need)));
    }

    @Test
    void withoutTheCniPluginItIsTheOtherWayRound() {
        assertThat(PathEffect.of(path("proxyInit.ignoreInboundPorts"), false).need())
                .isEqualTo(Need.NEW_PODS);
        assertThat(PathEffect.of(path("proxyInit.kubeAPIServerPorts"), false).need())
                .isEqualTo(Need.LINKERD_UPGRADE);
        assertThat(PathEffect.of(path("networkValidator.logLevel"), false).need())
                .isEqualTo(Need.NOTHING);
    }
}
