// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.mesh.ReleaseState;
import io.linkerd.multus.acceptance.nightly.Nightly;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The life of a release in the hands of Helm 3, which merges on the client's side where Helm 4 lets the server apply. */
@WithMesh(release = ReleaseState.NONE)
class Helm3IT {
    private static final int TIMEOUT_SECONDS = 180;

    private final Mesh mesh;
    private final String namespace;

    Helm3IT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("by-helm3");
    }

    @AfterEach
    void leaveNoRelease() throws Exception {
        mesh.release().uninstall();
    }

    @Test
    void installsTheRelease() throws Exception {
        install(new Helm(mesh.release().chart()));

        mesh.namespace(namespace, Mesh.OPTED_IN);
        assertThat(redirected("web")).isTrue();
    }

    @Test
    @Nightly.Releases
    void installsUpgradesAndRemovesTheRelease() throws Exception {
        var chart = new Helm(mesh.release().chart());

        install(chart);
        mesh.namespace(namespace, Mesh.OPTED_IN);
        assertThat(redirected("first")).isTrue();

        chart.upgrade()
                .withName(Release.NAME)
                .withNamespace(Release.NAME)
                .waitReady()
                .withTimeout(TIMEOUT_SECONDS)
                .withValuesFile(mesh.release().values())
                .set("webhook.podAnnotations.upgraded", "yes")
                .set("webhook.env[0].name", "LINKERD_MULTUS_LOG_LEVEL")
                .set("webhook.env[0].value", "debug")
                .withKubeConfig(kubeconfig())
                .call();
        assertThat(webhookVariables("LINKERD_MULTUS_LOG_LEVEL"))
                .as("as docs/webhook.md advises; what is there twice Helm 3 merges by itself")
                .containsExactly("debug");
        assertThat(redirected("second")).isTrue();

        try (var deletions = mesh.deletions()) {
            Helm.uninstall(Release.NAME)
                    .withNamespace(Release.NAME)
                    .withKubeConfig(kubeconfig())
                    .call();
            assertThat(mesh.removesTheWebhookFirst(deletions))
                    .as("what docs/lifecycle.md says of Helm 3")
                    .isFalse();
        }
        mesh.release().awaitNoPods();
        mesh.until(
                "the attachment of " + namespace + " is gone",
                () -> mesh.objects()
                        .find("network-attachment-definition", namespace, "linkerd-cni")
                        .isEmpty());
    }

    private void install(Helm chart) {
        chart.install()
                .withName(Release.NAME)
                .withNamespace(Release.NAME)
                .createNamespace()
                .waitReady()
                .withTimeout(TIMEOUT_SECONDS)
                .withValuesFile(mesh.release().values())
                .withKubeConfig(kubeconfig())
                .call();
    }

    /** {@return the values that the webhook has under that name} */
    private List<String> webhookVariables(String name) throws Exception {
        return mesh.objects()
                .find("deployment", Release.NAME, Release.NAME + "-webhook")
                .orElseThrow()
                .at("/spec/template/spec/containers/0/env")
                .valueStream()
                .filter(variable -> variable.path("name").asText().equals(name))
                .map(variable -> variable.path("value").asText())
                .toList();
    }

    private Path kubeconfig() {
        return mesh.cluster().kubectl().kubeconfig();
    }

    private boolean redirected(String deployment) throws Exception {
        var pod = mesh.deploy(namespace, deployment, 1, Map.of()).getFirst();
        return mesh.redirects(pod);
    }
}
