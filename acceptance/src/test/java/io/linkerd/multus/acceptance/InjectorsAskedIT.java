// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.LinkerdRelease.By;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.nightly.Nightly;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Linkerd's injector is asked about what was written, by pods and Services that are not kept, with the rights of rollouts as the chart gives them.
 */
@Nightly.Ways
@WithMesh(cluster = 2)
class InjectorsAskedIT extends Followed {
    /** Two minutes are waited for the kubelets, and eight answers in a row. */
    private static final Duration PROPAGATION = Duration.ofMinutes(4);

    InjectorsAskedIT(Mesh mesh, @TempDir Path folder) throws Exception {
        super(mesh, folder);
    }

    @BeforeEach
    void allowDryRuns() throws Exception {
        mesh.release().install("--set", "controller.rollouts.enabled=true");
        linkerd.upgrade(By.HELM_4, Map.of());
        mesh.standins().refreshInjector();
        config.define();
    }

    @Override
    @AfterEach
    void leaveNothing() throws Exception {
        super.leaveNothing();
        mesh.release().install();
        mesh.until("pods are taken", () -> DryPod.of(mesh, "default").isTaken());
    }

    @Test
    void theInjectorAgreesOnceKubeletHasBroughtTheText() throws Exception {
        config.apply("{mode: Enforce, values: {proxy: {logLevel: info}}}");

        config.await("Enforced", "True InPlace");
        mesh.until("it is asked", () -> config.condition("Enforced").contains("which are asked by dry runs"));
        mesh.standins().refreshInjector();
        mesh.until(
                "it injects with it",
                () -> config.condition("Enforced").contains("Linkerd's injectors inject with it"),
                PROPAGATION);
        assertThat(mesh.objects().find("pod", Release.NAME, "linkerd-multus-injection-probe"))
                .isEmpty();
    }

    /** The stand-in refuses what the judge takes, as another version of Linkerd may. */
    @Test
    void whatTheInjectorRefusesIsPutBack() throws Exception {
        var before = linkerd.text();
        config.apply("{mode: Enforce, allowPartial: true, values: {cniEnabled: false}}");
        mesh.until("it is written", () -> linkerd.text().contains("cniEnabled: false\n"));
        mesh.standins().refreshInjector();

        mesh.untilHas(
                "it is put back",
                () -> config.condition("Enforced"),
                said -> said.startsWith("False RefusedByInjector: ") && said.contains("cniEnabled"),
                PROPAGATION);
        assertThat(linkerd.text()).isEqualTo(before);
        mesh.until("no field is ours", () -> !linkerd.hasOurFields());
    }
}
