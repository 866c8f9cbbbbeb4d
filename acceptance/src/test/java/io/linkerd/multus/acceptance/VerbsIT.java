// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.LinkerdStandins;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.localcluster.addons.Manifests;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.plan.Profile;
import io.linkerd.multus.localcluster.programs.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verbs put a network of their own on a node, beside the daemon that keeps Linkerd's plugin there. */
@WithMesh(profile = Profile.PLAIN)
class VerbsIT {
    private static final String PLUGIN = "/opt/cni/bin/lan-bridge";
    private static final String CONFIGURATION = "/etc/cni/multus/net.d/lan.conf";
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final Mesh mesh;
    private final String namespace;

    @TempDir
    private Path folder;

    VerbsIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("verbs");
    }

    @BeforeEach
    void deriveAnImageWithAPlugin() throws Exception {
        var plugin = LinkerdStandins.toolbox(LocalClusterExtension.project(), Progress.silent())
                .programs()
                .resolve("bridge");
        mesh.cluster()
                .load(List.of(DerivedImage.write(
                        mesh.release().image(Service.INSTALLER), Map.of("lan-bridge", plugin), folder)));
        mesh.namespace(namespace, Map.of());
        mesh.apply(Manifests.read("/verbs/verbs.yaml", Map.of("NAMESPACE", namespace, "TARGET", "${TARGET}")));
    }

    @AfterEach
    void removeWhatWatches() throws Exception {
        mesh.kubectl("delete", "daemonset", "--all", "--namespace", namespace, "--cascade=foreground", "--timeout=2m");
    }

    @Test
    void aJobBringsANetworkWithAllThatItNeedsAndAnotherOneTakesItAway() throws Exception {
        var before = CniFolders.of(mesh.cluster());
        var options = "--plugins=lan-bridge, --configs=lan.conf, --manifests=lan.yaml";

        assertThat(job("install", "[install, " + options + "]"))
                .containsSubsequence("CNI plugin lan-bridge", "CNI configuration lan.conf", "lan.yaml", "Done.");
        attach("attached");

        assertThat(job("uninstall", "[uninstall, " + options + "]"))
                .containsSubsequence("lan.yaml", "CNI configuration lan.conf", "CNI plugin lan-bridge", "Done.");
        assertThat(mesh.objects().find("network-attachment-definitions", namespace, "lan"))
                .isEmpty();
        assertThat(CniFolders.of(mesh.cluster()).byNode()).isEqualTo(before.byNode());
    }

    @Test
    void aDaemonSetFollowsAConfigMapAlsoInWhatChangedWhileItWasAway() throws Exception {
        var before = CniFolders.of(mesh.cluster());
        lists("lan-bridge", "lan.conf", "lan.yaml");
        mesh.apply(workload("daemonset", "watch", "[watch, cni]"));
        mesh.until("the plugin is there", () -> isOnNode(PLUGIN));
        mesh.until(
                "the attachment is there",
                () -> mesh.objects()
                        .find("network-attachment-definitions", namespace, "lan")
                        .isPresent());
        attach("followed");

        mesh.kubectl("delete", "daemonset", "watch", "--namespace", namespace, "--cascade=foreground");
        assertThat(isOnNode(PLUGIN)).isTrue();
        lists("lan-bridge", "", "");
        mesh.apply(workload("daemonset", "watch", "[watch, cni, --uninstall-on-stop]"));

        mesh.until("what left the lists has gone", () -> !isOnNode(CONFIGURATION));
        mesh.until(
                "its objects have, too",
                () -> mesh.objects()
                        .find("network-attachment-definitions", namespace, "lan")
                        .isEmpty());
        assertThat(isOnNode(PLUGIN)).isTrue();
        mesh.kubectl("delete", "daemonset", "watch", "--namespace", namespace, "--cascade=foreground");
        assertThat(CniFolders.of(mesh.cluster()).byNode()).isEqualTo(before.byNode());
    }

    /** Makes a pod that Multus attaches to the network, and waits until it is. */
    private void attach(String pod) throws Exception {
        mesh.apply("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: %s, annotations: {k8s.v1.cni.cncf.io/networks: lan}}
                spec:
                  containers: [{name: app, image: "%s", imagePullPolicy: IfNotPresent, command: [/standins, app, serve]}]
                  terminationGracePeriodSeconds: 0
                """.formatted(pod, namespace, LinkerdStandins.IMAGE));
        mesh.untilHas(
                "Multus has attached the pod",
                () -> Mesh.annotation(
                        mesh.objects().find("pod", namespace, pod).orElseThrow(), "k8s.v1.cni.cncf.io/network-status"),
                status -> status.contains("\"" + namespace + "/lan\""));
        mesh.kubectl("delete", "pod", pod, "--namespace", namespace, "--timeout=1m");
    }

    /** Runs a verb to its end, which has to be a good one; {@return what it says} */
    private String job(String name, String arguments) throws Exception {
        mesh.apply(workload("job", name, arguments));
        mesh.untilHas(
                "the job " + name + " has ended",
                () -> mesh.objects().find("job", namespace, name).orElseThrow().path("status"),
                status -> status.has("succeeded") || status.has("failed"));
        var said = mesh.kubectl("logs", "job/" + name, "--namespace", namespace);
        assertThat(mesh.objects()
                        .find("job", namespace, name)
                        .orElseThrow()
                        .at("/status/failed")
                        .asInt())
                .as(said)
                .isZero();
        return said;
    }

    private void lists(String plugins, String configs, String manifests) throws Exception {
        mesh.apply("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: cni, namespace: %s}
                data: {plugins: "%s", configs: "%s", manifests: "%s"}
                """.formatted(namespace, plugins, configs, manifests));
    }

    private String workload(String kind, String name, String arguments) {
        return Manifests.read(
                "/verbs/" + kind + ".yaml",
                Map.of("NAMESPACE", namespace, "NAME", name, "IMAGE", DerivedImage.REFERENCE, "ARGUMENTS", arguments));
    }

    private boolean isOnNode(String path) throws Exception {
        var look = "[ -e " + path + " ] && echo there || echo gone";
        return mesh.cluster()
                .nodes()
                .getFirst()
                .run(DEADLINE, List.of("sh", "-c", look))
                .strip()
                .equals("there");
    }
}
