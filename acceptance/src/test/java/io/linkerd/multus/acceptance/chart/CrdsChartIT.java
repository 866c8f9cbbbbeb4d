// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import io.linkerd.multus.acceptance.kinds.OwnKind;
import io.linkerd.multus.localcluster.apiserver.LoneApiServer;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The chart of the kinds on a real API server, as its README has it. */
class CrdsChartIT {
    private static final Path FOLDER = Path.of("..", "charts", "linkerd-multus-crds");
    private static final String NAMESPACE = "default";
    private static final String CRD = OwnKind.LINKERD_MULTUS.definitionPath();

    @Test
    void aDefinitionOutlivesItsReleaseAndIsTakenOverByTheNextOfThatName() throws Exception {
        try (var server = new LoneApiServer(LocalClusterExtension.kubernetes())) {
            install(server, "kinds");
            var installed = uid(server);

            Helm.uninstall("kinds")
                    .withNamespace(NAMESPACE)
                    .withKubeConfig(server.kubectl().kubeconfig())
                    .call();
            assertThat(uid(server)).isEqualTo(installed);

            assertThatThrownBy(() -> install(server, "others")).hasMessageContaining("invalid ownership metadata");
            install(server, "kinds");
            assertThat(uid(server)).isEqualTo(installed);
        }
    }

    private static void install(LoneApiServer server, String release) {
        new Helm(FOLDER)
                .install()
                .withName(release)
                .withNamespace(NAMESPACE)
                .withKubeConfig(server.kubectl().kubeconfig())
                .call();
    }

    private static String uid(LoneApiServer server) throws IOException {
        return server.admin().get(CRD).orThrow().replaceFirst("(?s).*?\"uid\":\\s*\"([^\"]+)\".*", "$1");
    }
}
