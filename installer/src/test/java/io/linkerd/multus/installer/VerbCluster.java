// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A cluster for verbs, whose pod is in kube-system. */
record VerbCluster(FakeApiServer api) implements AutoCloseable {
    VerbCluster() {
        this(FakeApiServer.tls());
        api.tokens().require();
        api.tokens().accept("token");
        api.put("/api/v1/namespaces/kube-system", "{}");
    }

    /** A container in a pod of this cluster. */
    VerbBench bench(Path root, String... mounted) throws IOException {
        var bench = new VerbBench(root, mounted)
                .with(
                        "KUBERNETES_SERVICE_HOST=127.0.0.1",
                        "KUBERNETES_SERVICE_PORT=" + api.port(),
                        "LINKERD_MULTUS_NAMESPACE=kube-system",
                        "LINKERD_MULTUS_SERVICE_ACCOUNT_DIR=" + root.resolve("account"),
                        "NODE_HOSTNAME=node1");
        Files.writeString(bench.container("account").resolve("token"), "token\n");
        Files.writeString(bench.container("account").resolve("ca.crt"), api.caPem());
        return bench;
    }

    @Override
    public void close() {
        api.close();
    }
}
