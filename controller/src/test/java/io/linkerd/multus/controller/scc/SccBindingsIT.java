// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.SettingsBuilder;
import io.linkerd.multus.controller.settings.ControllerSettings;
import io.linkerd.multus.controller.settings.SccSettings;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SccBindingsIT {
    private final FakeCluster cluster = new FakeCluster();

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void bindsTheControlPlaneWhereThereAreSccs() {
        cluster.api()
                .define("security.openshift.io/v1", "securitycontextconstraints", "SecurityContextConstraints", false);
        cluster.start();
        await("leads").atMost(FakeCluster.SOON).until(cluster::leads);
        cluster.namespace("linkerd", "");
        await("binding")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(FakeCluster.BINDING).isPresent());
        assertThat(cluster.api().get(FakeCluster.BINDING).orElseThrow().path("subjects"))
                .hasSize(4);
        var widened = cluster.api().get(FakeCluster.BINDING).orElseThrow();
        widened.withArray("subjects").remove(0);
        cluster.api().put(FakeCluster.BINDING, widened.toString());
        await("put right")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api()
                                .get(FakeCluster.BINDING)
                                .orElseThrow()
                                .path("subjects")
                                .size()
                        == 4);
    }

    @Test
    void bindsWhomTheSettingsNameInWhateverNamespaceAndNobodyForALabel() {
        sccs();
        cluster.start();
        await("leads").atMost(FakeCluster.SOON).until(cluster::leads);
        cluster.api().put("/api/v1/namespaces/evil", "{metadata: {labels: {'linkerd.io/extension': 'viz'}}}");
        cluster.namespace("linkerd-viz", "");
        await("binding")
                .atMost(FakeCluster.SOON)
                .until(() -> subjects("linkerd-viz").equals(Set.of("linkerd-viz/tap", "linkerd-viz/web")));
        cluster.namespace("linkerd", "");
        await("the control plane's")
                .atMost(FakeCluster.SOON)
                .until(() -> subjects("linkerd").size() == 4);
        assertThat(subjects("evil")).isEmpty();

        cluster.restart(settings("linkerd", "system:openshift:scc:nonroot-v2"));

        await("taken away where nobody needs it any more")
                .atMost(FakeCluster.SOON)
                .until(() -> subjects("linkerd-viz").isEmpty());
        assertThat(subjects("linkerd")).hasSize(4);
    }

    @Test
    void makesNoBindingWhereThereAreNoSccs() {
        cluster.namespace("linkerd", "");
        cluster.configMap("2102");
        cluster.start();
        await("attachment")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.proxyUid("linkerd").equals("2102"));
        assertThat(cluster.api().get(FakeCluster.BINDING)).isEmpty();
    }

    @Test
    void takesAwayAtOnceWhatAChangedNamespaceOrClusterRoleLeaves() {
        sccs();
        cluster.namespace("linkerd", "");
        cluster.namespace("mesh", "");
        cluster.start();
        await("binding")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(FakeCluster.BINDING).isPresent());

        cluster.restart(settings("mesh", "system:openshift:scc:anyuid"));

        await("moved")
                .atMost(FakeCluster.SOON)
                .until(() -> role("mesh", "linkerd-multus-scc").equals("system:openshift:scc:anyuid")
                        && cluster.api().get(FakeCluster.BINDING).isEmpty());

        cluster.restart(settings("mesh", "system:openshift:scc:nonroot-v2"));

        await("gives the other role")
                .atMost(FakeCluster.SOON)
                .until(() -> role("mesh", "linkerd-multus-scc").equals("system:openshift:scc:nonroot-v2"));
    }

    @Test
    void takesAwayWhatTheVersionBeforeLeftUnderAnotherName() {
        sccs();
        var earlier = "linkerd-multus-scc-nonroot-v2";
        cluster.api().put(binding("linkerd", earlier), earlierBinding("linkerd-multus-controller"));
        cluster.api().put(binding("mesh", earlier), earlierBinding("linkerd-multus-controller"));
        cluster.api().put(binding("other", earlier), earlierBinding("other-controller"));
        cluster.api().put(binding("theirs", earlier), earlierBinding("x").replace("linkerd-multus", "somebody"));
        cluster.start();
        await("replaced")
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(FakeCluster.BINDING).isPresent()
                        && cluster.api().get(binding("linkerd", earlier)).isEmpty()
                        && cluster.api().get(binding("mesh", earlier)).isEmpty());
        assertThat(cluster.writes())
                .filteredOn(write -> write.contains("/namespaces/linkerd/rolebindings"))
                .first()
                .asString()
                .as("the control plane never lacks the right")
                .startsWith("PATCH");
        assertThat(cluster.api().get(binding("other", earlier))).isPresent();
        assertThat(cluster.api().get(binding("theirs", earlier))).isPresent();
    }

    private void sccs() {
        cluster.api()
                .define("security.openshift.io/v1", "securitycontextconstraints", "SecurityContextConstraints", false);
    }

    private Set<String> subjects(String namespace) {
        return cluster.api().get(binding(namespace, "linkerd-multus-scc")).stream()
                .flatMap(found -> StreamSupport.stream(found.path("subjects").spliterator(), false))
                .map(subject -> subject.path("namespace").asText() + "/"
                        + subject.path("name").asText())
                .collect(Collectors.toSet());
    }

    private String role(String namespace, String name) {
        return cluster.api()
                .get(binding(namespace, name))
                .map(found -> found.at("/roleRef/name").asText())
                .orElse("");
    }

    private static ControllerSettings settings(String controlPlane, String role) {
        return new SettingsBuilder()
                .withControlPlaneNamespace(controlPlane)
                .withScc(new SccSettings(role, Map.of(controlPlane, SettingsBuilder.CONTROL_PLANE)))
                .build();
    }

    private static String binding(String namespace, String name) {
        return "/apis/rbac.authorization.k8s.io/v1/namespaces/" + namespace + "/rolebindings/" + name;
    }

    private static String earlierBinding(String owner) {
        return "{metadata: {labels: {'app.kubernetes.io/managed-by': 'linkerd-multus'}, ownerReferences: [{apiVersion:"
                + " 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', name: '" + owner + "', uid: 'u'}]}, roleRef:"
                + " {apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r'}, subjects: []}";
    }
}
