// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.localcluster.plan.Profile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where nobody restricts user ids, the attachment is all that is missing. */
@WithMesh(profile = Profile.PLAIN)
class PlainIT {
    private static final long LINKERDS_PROXY = 2102;
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final Mesh mesh;
    private final String namespace;

    PlainIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("meshed");
    }

    @Test
    void attachesPodsAndLeavesLinkerdsUserIdsAlone() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);
        var client = mesh.deploy(namespace, "client", 1, Map.of()).getFirst();
        var web = mesh.deploy(namespace, "web", 1, Map.of()).getFirst();

        for (var pod : List.of(client, web)) {
            assertThat(pod.scc()).isEmpty();
            assertThat(pod.proxy()).hasValue(LINKERDS_PROXY);
            assertThat(pod.networks()).hasValue("linkerd-cni");
            assertThat(mesh.rules(pod).exempt(LINKERDS_PROXY))
                    .as("rules of %s: %s", pod, mesh.rules(pod))
                    .isTrue();
        }
        assertThat(mesh.request(client, web).countedByBoth()).isTrue();
    }

    /** What Multus would say when a pod waits for its network is said when the attachment is made, and no earlier than it is true. */
    @Test
    void judgesAttachmentsBeforePodsWaitForThem() throws Exception {
        mesh.namespace(namespace, Map.of());
        mesh.until("attachments are judged", () -> tried("lan", "{}").contains("Multus could not run"));

        assertThat(apply("lan", "{}"))
                .contains("denied the request: Multus could not run NetworkAttachmentDefinition "
                        + namespace + "/lan: spec.config,"
                        + " line 1, column 1: there is neither a \"type\" nor a list of \"plugins\"");
        assertThat(apply("lan", "{\"type\":\"macvlan\"}")).contains("created").doesNotContain("Warning");
        assertThat(apply("lan", "{\"type\":\"a/b\"}")).contains("\"type\" has a '/' in it");
        assertThat(apply("0lan", "{\"type\":\"macvlan\"}"))
                .contains("created", "Warning: its name begins with 0, which OpenShift's own webhook refuses");
        assertThat(mesh.kubectl("-n", namespace, "label", "network-attachment-definitions", "lan", "a=b"))
                .contains("labeled");

        mesh.release().uninstall();

        assertThat(mesh.objects().list("validatingwebhookconfigurations", "")).isEmpty();
        assertThat(apply("lan", "{}")).contains("configured");
    }

    /** A release that had none, and somebody who takes it away: nobody waits for it meanwhile, and the next upgrade brings it. */
    @Test
    void judgesAttachmentsOnceAnUpgradeBringsTheConfiguration() throws Exception {
        mesh.namespace(namespace, Map.of());
        mesh.release().install("--set", "webhook.attachmentValidation=disabled");
        assertThat(mesh.kubectl("get", "validatingwebhookconfigurations", "-o", "name"))
                .contains("linkerd-multus-webhook-linkerdconfigs")
                .doesNotContain("linkerd-multus-webhook-attachments");
        assertThat(apply("before", "{}")).contains("created");

        mesh.release().install();
        mesh.until("attachments are judged", () -> tried("after", "{}").contains("Multus could not run"));
        assertThat(mesh.kubectl("-n", namespace, "label", "network-attachment-definitions", "before", "a=b"))
                .contains("labeled");

        mesh.kubectl("delete", "validatingwebhookconfigurations", "linkerd-multus-webhook-attachments");
        mesh.until("nobody is asked", () -> apply("without", "{}").contains("created"));
        mesh.release().install();
        mesh.until("attachments are judged again", () -> tried("again", "{}").contains("Multus could not run"));

        mesh.release().install("--set", "webhook.podAnnotations.upgraded=yes");
        assertThat(apply("upgraded", "{}")).contains("Multus could not run");
    }

    /** What kubectl says to it, whether it was let in or not. */
    private String apply(String name, String config) throws Exception {
        return kubectl(name, config, "apply", "-f", "-");
    }

    /** The same, of one that is not made: kubectl asks nothing about one that is there as it is to be. */
    private String tried(String name, String config) throws Exception {
        return kubectl(name, config, "apply", "--dry-run=server", "-f", "-");
    }

    private String kubectl(String name, String config, String... arguments) throws Exception {
        var said = mesh.cluster().kubectl().attempt("""
                        apiVersion: k8s.cni.cncf.io/v1
                        kind: NetworkAttachmentDefinition
                        metadata: {name: "%s", namespace: %s}
                        spec: {config: '%s'}
                        """.formatted(name, namespace, config), arguments);
        return said.output() + said.errors();
    }

    @Test
    void putsThePluginWhereTheRuntimeLooksAndTakesItAwayAgain() throws Exception {
        assertThat(programs()).contains("linkerd-cni", "multus-shim");

        mesh.release().uninstall();

        assertThat(programs()).doesNotContain("linkerd-cni").contains("multus-shim");
    }

    private List<String> programs() throws Exception {
        var node = mesh.cluster().nodes().getFirst();
        return node.run(DEADLINE, List.of("ls", "/opt/cni/bin")).lines().toList();
    }
}
