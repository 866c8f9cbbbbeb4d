// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.Release;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What Helm does with a release besides installing it. */
@WithMesh
class ReleaseIT {

    private final Mesh mesh;
    private final String namespace;

    ReleaseIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("released");
    }

    @Test
    void itsOwnTestsPass() throws Exception {
        mesh.release().test();
    }

    /** The upgrade also says what the chart sets, as docs/webhook.md advises: Helm 4 was refused a variable that was there twice. */
    @Test
    void aRollbackTakesAnUpgradeBackAndKeepsTheWebhookTrusted() throws Exception {
        mesh.release()
                .install(
                        "--set",
                        "webhook.podAnnotations.upgraded=yes",
                        "--set-json",
                        "webhook.env=[{\"name\":\"LINKERD_MULTUS_LOG_LEVEL\",\"value\":\"debug\"}]");
        assertThat(upgraded()).isEqualTo("yes");

        mesh.release().rollback();

        assertThat(upgraded()).isEmpty();
        mesh.namespace(namespace, Mesh.OPTED_IN);
        var pod = mesh.deploy(namespace, "web", 1, Map.of()).getFirst();
        assertThat(mesh.redirects(pod)).isTrue();
    }

    private String upgraded() throws Exception {
        var webhook = mesh.objects()
                .find("deployment", Release.NAME, Release.NAME + "-webhook")
                .orElseThrow();
        return webhook.at("/spec/template/metadata/annotations/upgraded").asText();
    }
}
