// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.acceptance.mesh.Applications;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.nightly.Nightly;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The release in the place of Linkerd's CNI chart, which is not there. */
@WithMesh
class ReplaceIT {
    private static final String NAME = "linkerd-cni";
    private static final String CONFIG = "linkerd-cni-config";
    private static final String ATTACHMENTS = "network-attachment-definitions";
    private static final String REPLACE = "global.linkerd.cniChart=Replace";

    private final Mesh mesh;
    private final List<String> namespaces;

    ReplaceIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespaces = List.of(mesh.unique("replace"), mesh.unique("replace"));
    }

    @BeforeEach
    void removeWhatLinkerdsChartHasMade() throws Exception {
        for (var namespace : namespaces) {
            mesh.namespace(namespace, Mesh.OPTED_IN);
        }
        mesh.kubectl("delete", "configmap", CONFIG, "--namespace", "linkerd-cni");
    }

    @Test
    void withoutLinkerdsChartPodsAreMeshedAndItsCheckHasNoComplaint() throws Exception {
        mesh.release().uninstall();
        mesh.release().install("--set", REPLACE);

        assertThat(complaints()).isEmpty();
        for (var pod : mesh.deploy(namespaces.getFirst(), "web", 2, Map.of())) {
            assertThat(mesh.redirects(pod)).as("rules of %s", pod).isTrue();
        }
    }

    @Test
    void aChangedValueReachesEveryAttachment() throws Exception {
        mesh.release().install("--set", REPLACE);
        for (var namespace : everywhere()) {
            mesh.until("attached: " + namespace, () -> !config(namespace).isEmpty());
            assertThat(config(namespace)).doesNotContain("outbound-ports-to-ignore");
        }

        mesh.release().install("--set", REPLACE, "--set", "global.linkerd.cniConfig.ignoreOutboundPorts={9300}");

        for (var namespace : everywhere()) {
            mesh.until(
                    "the attachment of " + namespace + " has it",
                    () -> config(namespace).contains("\"outbound-ports-to-ignore\": [\"9300\"]"));
        }
        assertThat(complaints()).isEmpty();
    }

    /** An installer that ended took the plugin and its kubeconfig from under the one that had come. */
    @Test
    @Nightly.Releases
    void aChangeToReplaceAndBackStartsNoPodWithoutRules() throws Exception {
        mesh.standins().cniConfig();

        createPodsDuring(() -> mesh.release().install("--set", REPLACE));
        assertThat(complaints()).isEmpty();
        createPodsDuring(() -> mesh.release().install());
        assertThat(complaints()).isNotEmpty();
    }

    @Test
    void saysWhoseTheObjectsAreThatItCannotReplace() throws Exception {
        mesh.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata:
                  name: linkerd-cni
                  annotations: {meta.helm.sh/release-name: linkerd2-cni, meta.helm.sh/release-namespace: linkerd-cni}
                rules: []
                """);
        try {
            assertThatThrownBy(() -> mesh.release().install("--set", REPLACE))
                    .hasMessageContaining("cannot make ClusterRole linkerd-cni")
                    .hasMessageContaining("release linkerd2-cni in namespace linkerd-cni")
                    .hasMessageContaining("global.linkerd.cniChart=Use");
        } finally {
            mesh.kubectl("delete", "clusterrole", NAME);
        }
    }

    /** What Linkerd's own check says of its CNI plugin: it gets five objects by name, and compares two numbers of the last. */
    private List<String> complaints() throws Exception {
        var complaints = new ArrayList<String>();
        for (var wanted : List.of(
                Map.entry("configmap", CONFIG),
                Map.entry("clusterrole", NAME),
                Map.entry("clusterrolebinding", NAME),
                Map.entry("serviceaccount", NAME),
                Map.entry("daemonset", NAME))) {
            var namespace = wanted.getKey().startsWith("cluster") ? "" : Release.NAME;
            if (mesh.objects()
                    .find(wanted.getKey(), namespace, wanted.getValue())
                    .isEmpty()) {
                complaints.add("missing " + wanted.getKey() + ": " + wanted.getValue());
            }
        }
        mesh.objects().find("daemonset", Release.NAME, NAME).map(object -> object.path("status")).stream()
                .filter(status -> ready(status) != scheduled(status))
                .map(status -> "number ready: " + ready(status) + ", number scheduled: " + scheduled(status))
                .forEach(complaints::add);
        return complaints;
    }

    private static int ready(JsonNode status) {
        return status.path("numberReady").asInt();
    }

    private static int scheduled(JsonNode status) {
        return status.path("desiredNumberScheduled").asInt();
    }

    private List<String> everywhere() {
        return List.of(namespaces.getFirst(), namespaces.getLast(), "linkerd");
    }

    private String config(String namespace) throws Exception {
        return mesh.objects()
                .find(ATTACHMENTS, namespace, NAME)
                .map(object -> object.at("/spec/config").asText())
                .orElse("");
    }

    private void createPodsDuring(Meanwhile.Change change) throws Exception {
        var namespace = namespaces.getLast();
        Meanwhile.during(change, turn -> {
            var name = "pod-" + turn;
            mesh.apply(Applications.pod(namespace, name));
            for (var pod : mesh.ready(namespace, "pod", 1)) {
                assertThat(mesh.redirects(pod)).as("rules of %s", pod).isTrue();
            }
            assertThat(mesh.failedContainers(namespace))
                    .as("containers that failed before they ran")
                    .isEmpty();
            mesh.kubectl("delete", "pod", name, "--namespace", namespace, "--timeout=2m");
        });
    }
}
