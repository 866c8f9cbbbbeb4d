// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.Applications;
import io.linkerd.multus.acceptance.mesh.LinkerdStandins;
import io.linkerd.multus.acceptance.mesh.MeshedPod;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a meshed pod looks like. */
@WithMesh
class MeshedPodIT {
    private static final String LEASE = "policy-controller-write";

    private final Mesh mesh;
    private final String namespace;

    MeshedPodIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("meshed");
    }

    @Test
    void podsOnEveryNodeHaveThreeUserIdsOfTheRangeAndTheirRules() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);
        var pods = mesh.deploy(namespace, "web", 4, Map.of());

        assertThat(pods.stream().map(MeshedPod::node).collect(Collectors.toSet()))
                .hasSize(2);
        for (var pod : pods) {
            assertThat(pod.scc()).hasValue("restricted-v2");
            assertThat(uids(pod))
                    .as("user ids of %s", pod)
                    .doesNotHaveDuplicates()
                    .allMatch(this::inRange);
            assertThat(pod.proxyUidAnnotation())
                    .hasValue(Long.toString(pod.proxy().getAsLong()));
            assertThat(pod.networks()).hasValue("linkerd-cni");
            assertThat(mesh.redirects(pod))
                    .as("rules of %s: %s", pod, mesh.rules(pod))
                    .isTrue();
        }
    }

    /** The constraints that admit it before the injection, anyuid, refuse what is injected. */
    @Test
    void aPodThatAnAdministratorRunsIsMeshedToo() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);
        mesh.kubectl(
                "run",
                "web",
                "--namespace",
                namespace,
                "--labels=app=web",
                "--image=" + LinkerdStandins.IMAGE,
                "--image-pull-policy=IfNotPresent",
                "--command",
                "--",
                "/standins",
                "app",
                "serve");
        var pod = mesh.ready(namespace, "web", 1).getFirst();

        assertThat(pod.scc()).hasValue("restricted-v2");
        assertThat(uids(pod)).doesNotHaveDuplicates().allMatch(this::inRange);
        assertThat(mesh.redirects(pod)).isTrue();
    }

    @Test
    void aProxyThatIsNoNativeSidecarIsTreatedAlike() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);
        var pod = mesh.deploy(namespace, "web", 1, Map.of("config.linkerd.io/proxy-enable-native-sidecar", "false"))
                .getFirst();

        assertThat(uids(pod)).doesNotHaveDuplicates().allMatch(this::inRange);
        assertThat(mesh.redirects(pod)).isTrue();
    }

    @Test
    void theNetworksThatAPodAskedForStay() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);
        var pod = mesh.deploy(
                        namespace,
                        "web",
                        1,
                        Map.of("k8s.v1.cni.cncf.io/networks", "[{\\\"name\\\": \\\"linkerd-cni\\\"}]"))
                .getFirst();

        assertThat(pod.networks()).hasValue("[{\"name\": \"linkerd-cni\"}]");
        assertThat(mesh.redirects(pod)).isTrue();
    }

    @Test
    void theControlPlaneRunsAttachedUnderItsOwnUserIds() throws Exception {
        mesh.standins().controlPlane();
        var pods = mesh.untilHas(
                "the control plane is ready",
                () -> mesh.objects().pods("linkerd", "linkerd.io/control-plane-component=destination"),
                all -> !all.isEmpty() && all.stream().allMatch(MeshedPod::ready));

        for (var pod : pods) {
            assertThat(pod.scc()).hasValue("nonroot-v2");
            assertThat(uids(pod)).containsExactly(2103L, 2102L, 65534L);
            assertThat(pod.networks()).hasValue("linkerd-cni");
            assertThat(mesh.rules(pod).exempt(2102)).isTrue();
        }
    }

    /** A claim takes the Lease's owner away, which the API server lets no caller do that may not delete it; {@code linkerd-destination} never got ready. */
    @Test
    void thePolicyControllerMakesItsLeaseThoughLinkerdsOwnRoleHasNoDelete() throws Exception {
        mesh.kubectl("delete", "lease", LEASE, "--namespace=linkerd", "--ignore-not-found");
        mesh.standins().controlPlane();
        mesh.kubectl("rollout", "restart", "--namespace=linkerd", "deployment/linkerd-destination");

        mesh.untilHas(
                "the Lease is claimed",
                () -> mesh.objects().find("lease", "linkerd", LEASE),
                lease -> lease.filter(found -> found.at("/spec/holderIdentity").isTextual())
                        .isPresent());
        mesh.kubectl("rollout", "status", "--timeout=120s", "--namespace=linkerd", "deployment/linkerd-destination");
    }

    @Test
    void meshedPodsOfNamespacesThatDidNotOptInStayAsTheyAre() throws Exception {
        mesh.namespace(namespace, Map.of());
        mesh.apply(Applications.pod(namespace, "plain"));
        var pod = mesh.ready(namespace, "plain", 1).getFirst();

        assertThat(pod.meshed()).isFalse();
        assertThat(pod.networks()).isEmpty();
    }

    private static List<Long> uids(MeshedPod pod) {
        return List.of(
                pod.application().orElseThrow(),
                pod.proxy().orElseThrow(),
                pod.validator().orElseThrow());
    }

    private boolean inRange(long uid) {
        try {
            long[] range = mesh.uids(namespace);
            return range[0] <= uid && uid <= range[1];
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
