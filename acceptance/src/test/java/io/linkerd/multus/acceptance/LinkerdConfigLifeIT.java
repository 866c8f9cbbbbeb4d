// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.LinkerdRelease.By;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.nightly.Nightly;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that comes to know the kind LinkerdConfig, and forgets it again, and one that loses us. */
@WithMesh(cluster = 2)
class LinkerdConfigLifeIT extends Followed {
    private static final String WANTED = "values: {proxy: {logLevel: 'warn,linkerd=debug'}}";
    private static final String OBSERVE = "{" + WANTED + "}";
    private static final String ENFORCE = "{mode: Enforce, " + WANTED + "}";

    private final String namespace;

    LinkerdConfigLifeIT(Mesh mesh, @TempDir Path folder) throws Exception {
        super(mesh, folder);
        this.namespace = mesh.unique("by-kind");
    }

    @BeforeEach
    void install() throws Exception {
        linkerd.upgrade(By.HELM_4, Map.of());
        config.define();
    }

    @Test
    @Nightly.Releases
    void aKindThatComesLaterIsServedWithoutARestartAndIsMissedByNothing() throws Exception {
        config.apply(OBSERVE);
        config.await("InStep", "False Differs");
        config.forget();
        var controller = controller();
        mesh.namespace(namespace, Mesh.OPTED_IN);
        assertThat(mesh.redirects(mesh.deploy(namespace, "web", 1, Map.of()).getFirst()))
                .isTrue();
        assertThat(mesh.probe("/readyz", Release.NAME, "controller"))
                .singleElement()
                .asString()
                .contains(" 200 ");

        config.define();
        config.apply(OBSERVE);

        config.await("InStep", "False Differs");
        assertThat(controller()).isEqualTo(controller);
    }

    @Test
    @Nightly.Releases
    void anUninstallLeavesLinkerdsValuesAndTheObjectsCanBeDeleted() throws Exception {
        config.apply(ENFORCE);
        config.await("Enforced", "True InPlace");
        mesh.until("no field is ours", () -> !linkerd.hasOurFields());
        var before = linkerd.config();

        mesh.release().uninstall();

        assertThat(linkerd.config()).isEqualTo(before);
        config.deleteAll();
        linkerd.upgrade(By.HELM_4, Map.of("proxy.logLevel", "info"));
        assertThat(linkerd.text()).contains("  logLevel: info\n");
    }

    /** {@return the controller's pod and how often its container was started again} */
    private String controller() throws Exception {
        var pods = mesh.objects().labelled("pods", Release.NAME, "app.kubernetes.io/name=controller");
        return pods.getFirst().at("/metadata/uid").asText() + " "
                + pods.getFirst().at("/status/containerStatuses/0/restartCount").asInt();
    }
}
