// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.localcluster.supervisor.ClusterFolder;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.File;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SignatureException;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ClusterPlanTest {
    private static final ClusterFolder FOLDER = new ClusterFolder(Path.of("/cache/clusters/example"));
    /** Of the largest cluster here: to make keys takes most of a test's time. */
    private static final ClusterKeys KEYS = ClusterKeys.create("example", 3, InstantSource.system());

    @Test
    void givesEachNodeRoutesToTheOthersPods() {
        var nodes = spec(Profile.PLAIN, 3).nodes();
        assertThat(nodes).extracting(SupervisorSpec.Node::name).containsExactly("node1", "node2", "node3");
        assertThat(nodes.get(1).routes())
                .extracting(route -> route.to() + " via " + route.via())
                .containsExactly(
                        "0.0.0.0/0 via 198.18.255.254",
                        "198.18.1.0/24 via 198.18.255.1",
                        "198.18.3.0/24 via 198.18.255.3");
    }

    @Test
    void laysOpenShiftsNodesOutAsOpenShift() {
        var files = files(spec(Profile.OPENSHIFT, 1));
        assertThat(files)
                .containsKeys(
                        "/run/multus/cni/net.d/10-ovn-kubernetes.conf", "/var/lib/cni/bin/bridge", "/etc/os-release")
                .doesNotContainKeys("/etc/cni/net.d/10-cluster.conflist", "/opt/cni/bin/bridge");
        assertThat(content(files, "/etc/containerd/config.toml"))
                .contains("bin_dir = \"/var/lib/cni/bin\"", "conf_dir = \"/etc/kubernetes/cni/net.d\"");
        assertThat(spec(Profile.OPENSHIFT, 1).nodes().getFirst().hidden()).contains("/etc/kubernetes/cni/net.d");
    }

    @Test
    void laysPlainNodesOutAsUpstream() {
        var files = files(spec(Profile.PLAIN, 1));
        assertThat(files)
                .containsKeys("/etc/cni/net.d/10-cluster.conflist", "/opt/cni/bin/bridge")
                .doesNotContainKey("/etc/os-release");
    }

    @Test
    void asksTheClustersRegistryForAllImagesWhereThereIsOne() {
        var mirrored = new ClusterPlan(FOLDER, Profile.OPENSHIFT, 1, true, Path.of("/tools"), KEYS).spec();
        var mirror = "/etc/containerd/certs.d/_default/hosts.toml";

        assertThat(content(files(mirrored), "/etc/containerd/config.toml"))
                .contains("config_path = \"/etc/containerd/certs.d\"");
        assertThat(content(files(mirrored), mirror)).contains("[host.\"http://198.19.0.20:5000\"]");
        assertThat(files(spec(Profile.OPENSHIFT, 1))).doesNotContainKey(mirror);
    }

    @Test
    void startsOpenShiftsAdmissionAndTheAllocatorForOpenShiftAlone() {
        assertThat(commands(Profile.OPENSHIFT))
                .contains("--enable-admission-plugins=OwnerReferencesPermissionEnforcement,"
                        + "security.openshift.io/SecurityContextConstraint")
                .contains("/tools/namespaces");
        assertThat(commands(Profile.PLAIN)).doesNotContain("--enable-admission-plugins", "/tools/namespaces");
    }

    /** Whom further API servers believe in what its headers say may be none of those that every client is of. */
    @Test
    void passesRequestsOnUnderAnAuthorityThatNobodyElseIsOf() throws GeneralSecurityException {
        var aggregation = KEYS.aggregation();

        aggregation
                .client()
                .certificate()
                .verify(aggregation.authority().certificate().getPublicKey());
        assertThat(commands(Profile.PLAIN))
                .contains("--requestheader-client-ca-file=/cache/clusters/example/pki/front-proxy-ca.crt")
                .contains("--requestheader-allowed-names=front-proxy-client");
        assertThatThrownBy(() -> KEYS.admin()
                        .certificate()
                        .verify(aggregation.authority().certificate().getPublicKey()))
                .isInstanceOf(SignatureException.class);
    }

    @Test
    void keepsEverythingOfAClusterInItsFolderAndItsControlGroup() {
        var spec = spec(Profile.OPENSHIFT, 2);
        assertThat(spec.state()).isEqualTo("/cache/clusters/example");
        assertThat(spec.listen()).isEqualTo("127.0.0.1:0");
        assertThat(spec.nodes())
                .extracting(SupervisorSpec.Node::controlGroup)
                .containsExactly("linkerd-multus/example/node1", "linkerd-multus/example/node2");
    }

    private static String commands(Profile profile) {
        return spec(profile, 1).processes().stream()
                .map(process -> String.join(" ", process.command()))
                .collect(Collectors.joining("\n"));
    }

    private static Map<String, File> files(SupervisorSpec spec) {
        return spec.nodes().getFirst().files().stream().collect(Collectors.toMap(File::path, Function.identity()));
    }

    private static String content(Map<String, File> files, String path) {
        var file = files.get(path);
        return file == null ? "" : file.content();
    }

    private static SupervisorSpec spec(Profile profile, int nodes) {
        return new ClusterPlan(FOLDER, profile, nodes, false, Path.of("/tools"), KEYS).spec();
    }
}
