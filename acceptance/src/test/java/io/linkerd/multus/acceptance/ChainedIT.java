// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.localcluster.plan.Profile;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Without Multus the container runtime calls the plugin itself, as the last one of its network list. The chart finds that out by itself: nothing
 * but defaults is set, and every part has to be ready.
 */
@WithMesh(profile = Profile.PLAIN_WITHOUT_MULTUS)
class ChainedIT {
    private static final String INSTALLER = "daemonset/" + Release.NAME + "-installer";
    private static final String KUBECONFIG = "/etc/cni/linkerd-multus/linkerd-cni.kubeconfig";
    private static final String LIST = "/etc/cni/net.d/10-cluster.conflist";
    private static final String FOUND = "MultusFound";
    /** All that the controller looks for. */
    private static final String KIND = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: network-attachment-definitions.k8s.cni.cncf.io}
            spec:
              group: k8s.cni.cncf.io
              scope: Namespaced
              names: {plural: network-attachment-definitions, kind: NetworkAttachmentDefinition}
              versions:
              - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
            """;

    private static final long LINKERDS_PROXY = 2102;
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final Mesh mesh;
    private final String namespace;

    ChainedIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("chained");
    }

    @Test
    void aMeshedPodHasItsRules() throws Exception {
        mesh.namespace(namespace, Mesh.INJECTED_ONLY);
        var client = mesh.deploy(namespace, "client", 1, Map.of()).getFirst();
        var web = mesh.deploy(namespace, "web", 1, Map.of()).getFirst();

        for (var pod : List.of(client, web)) {
            assertThat(mesh.rules(pod).exempt(LINKERDS_PROXY))
                    .as("rules of %s: %s", pod, mesh.rules(pod))
                    .isTrue();
        }
        assertThat(mesh.request(client, web).countedByBoth()).isTrue();
    }

    /** The controller waited for the attachments' CRD, and `helm install --wait` gave up after minutes. */
    @Test
    void aNamespaceThatOptsInIsMeshedThoughNoAttachmentIsMade() throws Exception {
        for (var part : List.of("controller", "webhook")) {
            assertThat(mesh.probe("/readyz", Release.NAME, part))
                    .as(part)
                    .isNotEmpty()
                    .allSatisfy(answer -> assertThat(answer).startsWith("HTTP/1.1 200"));
        }
        var annotations = new HashMap<>(Mesh.OPTED_IN);
        annotations.put("openshift.io/sa.scc.uid-range", "1000660000/10000");
        mesh.namespace(namespace, annotations);
        var client = mesh.deploy(namespace, "client", 1, Map.of()).getFirst();
        var web = mesh.deploy(namespace, "web", 1, Map.of()).getFirst();

        for (var pod : List.of(client, web)) {
            assertThat(pod.networks()).isEmpty();
            // Chosen by the webhook, and read by the plugin.
            assertThat(pod.proxy()).hasValue(1000669999);
            assertThat(mesh.redirects(pod)).as("rules of %s", pod).isTrue();
        }
        assertThat(mesh.request(client, web).countedByBoth()).isTrue();
        assertThat(mesh.failedContainers(namespace)).isEmpty();
        assertThat(mesh.events(Release.NAME, FOUND)).isEmpty();

        mesh.apply(KIND);
        try {
            mesh.untilHas(
                    "the person who installed it is told of Multus",
                    () -> mesh.events(Release.NAME, FOUND),
                    events -> events.size() == 1 && events.getFirst().contains("helm upgrade"));
        } finally {
            mesh.kubectl("delete", "crd", "network-attachment-definitions.k8s.cni.cncf.io");
        }
    }

    /** Every part said that it was ready, and no pod got rules. */
    @Test
    void anInstallerThatWouldWaitForMultusIsRefused() {
        assertThatThrownBy(() -> mesh.release().rehearse("--set", "installer.mode=nad"))
                .hasMessageContaining("installer.mode nad, while controller and webhook are in mode chained")
                .hasMessageContaining("set installer.mode=auto and global.mode=nad");
    }

    @Test
    void removalGivesTheRuntimeItsListBackByteForByte() throws Exception {
        assertThat(list()).contains("\"linkerd-cni\"");

        mesh.release().uninstall();

        assertThat(CniFolders.of(mesh.cluster()).byNode())
                .isEqualTo(mesh.untouched().byNode());
    }

    /** As a network's own daemon does when it starts again. */
    @Test
    void aListThatIsWrittenAnewHasThePluginAgain() throws Exception {
        var node = mesh.cluster().nodes().getFirst();
        var chained = list();

        node.run(DEADLINE, List.of("sh", "-c", "cat /var/lib/linkerd-multus/original-* > " + LIST));
        mesh.until("the list has the plugin again", () -> list().equals(chained));

        mesh.namespace(namespace, Mesh.INJECTED_ONLY);
        assertThat(mesh.rules(mesh.deploy(namespace, "web", 1, Map.of()).getFirst())
                        .exempt(LINKERDS_PROXY))
                .isTrue();
    }

    /** {@code -Drollouts=25} makes 200 pods. */
    @Test
    void everyPodOfARolloutOfTheInstallerHasItsRules() throws Exception {
        mesh.namespace(namespace, Mesh.INJECTED_ONLY);

        for (var rollout = 0; rollout < Integer.getInteger("rollouts", 1); rollout++) {
            var name = "web-" + rollout;
            mesh.kubectl("rollout", "restart", "--namespace", Release.NAME, INSTALLER);
            startsWithRules(name, 8);
            mesh.kubectl("rollout", "status", "--namespace", Release.NAME, INSTALLER, "--timeout=2m");
            mesh.kubectl("delete", "deployment", name, "--namespace", namespace, "--cascade=foreground");
        }
    }

    /** The shortest life that an API server grants; the token is renewed with a third of it left. */
    @Test
    @EnabledIfSystemProperty(named = "token.renewal", matches = "true", disabledReason = "it takes seven minutes")
    void everyPodHasItsRulesWhileTheTokenIsRenewed() throws Exception {
        mesh.release().uninstall(); // which takes the token along that lives for a day
        mesh.release().install("--set", "installer.plugin.tokenLifetime=10m");
        mesh.namespace(namespace, Mesh.INJECTED_ONLY);
        var first = onNode(KUBECONFIG);

        var turn = 0;
        var renewed = 0;
        while (renewed < 3) { // pods on both sides of the renewal
            var name = "web-" + turn++;
            startsWithRules(name, 2);
            mesh.kubectl("delete", "deployment", name, "--namespace", namespace, "--cascade=foreground");
            renewed += onNode(KUBECONFIG).equals(first) ? 0 : 1;
        }
    }

    private void startsWithRules(String name, int pods) throws Exception {
        for (var pod : mesh.deploy(namespace, name, pods, Map.of())) {
            assertThat(mesh.rules(pod).exempt(LINKERDS_PROXY))
                    .as("rules of %s", pod)
                    .isTrue();
        }
        assertThat(mesh.failedContainers(namespace)).isEmpty();
    }

    private String list() throws Exception {
        return onNode(LIST);
    }

    private String onNode(String file) throws Exception {
        return mesh.cluster().nodes().getFirst().run(DEADLINE, List.of("cat", file));
    }
}
