// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.linkerd.multus.contracts.plans.attachments.InstallerPod;
import org.junit.jupiter.api.Test;

class InstallersTest {
    private static PodBuilder pod(String ready) {
        return new PodBuilder()
                .withNewMetadata()
                .endMetadata()
                .withNewSpec()
                .withNodeName("a")
                .addNewContainer()
                .withEnv(
                        new EnvVar("LINKERD_MULTUS_NODE_NAME", null, new EnvVarSource()),
                        new EnvVar("DEST_CNI_NET_DIR", "/etc/cni/x", null),
                        new EnvVar("KUBECONFIG_FILE_NAME", "k", null))
                .endContainer()
                .endSpec()
                .withNewStatus()
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready)
                .endCondition()
                .endStatus();
    }

    /** Installers of every version are told so, and so their pods say it, whatever wrote them. */
    @Test
    void readsOfAPodWhereItsInstallerWritesTheKubeconfig() {
        assertThat(Installers.installer(pod("True").build())).isEqualTo(new InstallerPod("a", true, "/etc/cni/x/k"));
    }

    @Test
    void aPodThatIsNotReadyOrEndsHasWrittenNothingForCertain() {
        var ending = pod("True")
                .editMetadata()
                .withDeletionTimestamp("2026-01-01T00:00:00Z")
                .endMetadata()
                .build();

        assertThat(Installers.installer(pod("False").build()).ready()).isFalse();
        assertThat(Installers.installer(pod("Unknown").build()).ready()).isFalse();
        assertThat(Installers.installer(ending).ready()).isFalse();
    }

    @Test
    void aPodThatNobodyHasScheduledSaysNothing() {
        var pending = new PodBuilder()
                .withNewMetadata()
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .build();

        assertThat(Installers.installer(pending)).isEqualTo(new InstallerPod("", false, ""));
    }
}
