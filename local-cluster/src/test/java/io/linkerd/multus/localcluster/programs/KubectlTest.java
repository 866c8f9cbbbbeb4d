// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KubectlTest {
    /** Helm takes an API server, a user and a namespace from its own variables, whatever its kubeconfig says. */
    @Test
    void isLedToItsOwnClusterWhateverTheMachineSays() {
        var inherited = Map.of(
                "KUBECONFIG", "/home/a/.kube/config",
                "HELM_KUBEAPISERVER", "https://production.example.com",
                "HELM_NAMESPACE", "production",
                "KUBERNETES_SERVICE_HOST", "10.0.0.1",
                "HELM_CACHE_HOME", "/cache",
                "PATH", "/bin");

        assertThat(new Kubectl(Path.of("/tools"), Path.of("/cluster/admin.kubeconfig")).environment(inherited))
                .isEqualTo(Map.of(
                        "KUBECONFIG", "/cluster/admin.kubeconfig",
                        "HELM_KUBEAPISERVER", "",
                        "HELM_NAMESPACE", "",
                        "KUBERNETES_SERVICE_HOST", ""));
    }
}
