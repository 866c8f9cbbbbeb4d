// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.acceptance.mesh.Applications;
import io.linkerd.multus.acceptance.mesh.MeshedPod;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.nightly.Nightly;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One attachment for all namespaces, with a Multus that isolates namespaces as OpenShift's does. */
@WithMesh
class SharedScopeIT {
    private static final String KIND = "network-attachment-definitions";

    private final Mesh mesh;
    private final String closed;
    private final String namespace;

    SharedScopeIT(Mesh mesh) {
        this.mesh = mesh;
        this.closed = mesh.unique("closed");
        this.namespace = mesh.unique("sharing");
    }

    @AfterEach
    void eachItsOwn() throws Exception {
        mesh.kubectl("delete", "deployments", "--all", "--namespace", namespace);
        install("global.attachments.namespace=default");
        mesh.until("the shared one went", () -> !attached("default"));
        mesh.until("no webhook with the shared scope answers", () -> webhooks().noneMatch(SharedScopeIT::isShared));
    }

    @Test
    void aMeshedPodRefersToTheSharedOneAndItsNamespacesOwnGoesWithTheLastPodOfBefore() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);
        var before = mesh.deploy(namespace, "before", 1, Map.of()).getFirst();
        assertThat(before.networks()).hasValue("linkerd-cni");

        install("global.attachments.scope=Shared");
        mesh.until("the shared one stands", () -> attached("default"));
        mesh.until("no webhook of before answers", this::onlyWebhooksWithTheScopeAreLeft);
        var pod = mesh.deploy(namespace, "web", 1, Map.of()).getFirst();

        assertThat(pod.networks()).hasValue("default/linkerd-cni");
        hasItsRules(pod);
        assertThat(attached(namespace)).isTrue();

        mesh.kubectl("delete", "deployment", "before", "--namespace", namespace);
        mesh.until("its own went", () -> !attached(namespace));
        hasItsRules(pod);
    }

    @Test
    @Nightly.Ways
    void aNamespaceThatIsolationClosesIsNamedWithThoseThatAreOpen() throws Exception {
        mesh.namespace(closed, Map.of());
        mesh.namespace(namespace, Mesh.OPTED_IN);

        install("global.attachments.scope=Shared", "global.attachments.namespace=" + closed);
        var warnings = mesh.untilHas(
                "an Event says so",
                () -> mesh.events(closed, "SharedNetworkAttachmentMayBeClosed"),
                events -> !events.isEmpty());
        mesh.apply(Applications.deployment(namespace, "web", 1, Map.of()));
        var refusals = mesh.untilHas(
                "Multus refuses the pod",
                () -> mesh.events(namespace, "FailedCreatePodSandBox"),
                events -> events.stream().anyMatch(event -> event.contains("namespace isolation enabled")));

        assertThat(warnings.getFirst())
                .contains("default, openshift-multus, openshift-sriov-network-operator and openshift-cnv");
        assertThat(refusals).anyMatch(event -> event.contains("refers to target namespace " + closed));
    }

    /** Until then a pod may well refer to its namespace's own. */
    private boolean onlyWebhooksWithTheScopeAreLeft() throws Exception {
        return webhooks().allMatch(SharedScopeIT::isShared);
    }

    private Stream<JsonNode> webhooks() throws Exception {
        return mesh.objects().labelled("pods", Release.NAME, "app.kubernetes.io/name=webhook").stream();
    }

    private static boolean isShared(JsonNode webhook) {
        return webhook.toString().contains("\"LINKERD_MULTUS_ATTACHMENT_SCOPE\",\"value\":\"shared\"");
    }

    private void hasItsRules(MeshedPod pod) throws Exception {
        assertThat(mesh.redirects(pod)).isTrue();
    }

    /** Nobody waits for a slow rollout: the webhook's is over when an installation is. */
    private void install(String... settings) throws Exception {
        var handover = Stream.of(
                "--set-json", "controller.env=[{\"name\":\"LINKERD_MULTUS_ATTACHMENT_HANDOVER\",\"value\":\"1s\"}]");
        var values = Stream.of(settings).flatMap(setting -> Stream.of("--set", setting));
        mesh.release().install(Stream.concat(handover, values).toArray(String[]::new));
    }

    private boolean attached(String namespace) throws Exception {
        return mesh.objects().find(KIND, namespace, "linkerd-cni").isPresent();
    }
}
