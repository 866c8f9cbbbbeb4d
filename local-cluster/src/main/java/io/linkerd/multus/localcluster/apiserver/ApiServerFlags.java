// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.apiserver;

import java.nio.file.Path;

/** How kube-apiserver is run for one machine's use. */
final class ApiServerFlags {
    private ApiServerFlags() {}

    static String[] of(Path directory, int port) {
        return new String[] {
            "--etcd-servers=unix://" + directory.resolve("etcd.sock"),
            "--bind-address=127.0.0.1",
            "--secure-port=" + port,
            "--tls-cert-file=" + directory.resolve("server.crt"),
            "--tls-private-key-file=" + directory.resolve("server.key"),
            "--client-ca-file=" + directory.resolve("ca.crt"),
            "--service-account-issuer=https://kubernetes.default.svc",
            "--service-account-key-file=" + directory.resolve("sa.key"),
            "--service-account-signing-key-file=" + directory.resolve("sa.key"),
            "--authorization-mode=RBAC",
            // Reserved for benchmarks (RFC 2544): never anybody's real network.
            "--service-cluster-ip-range=198.19.0.0/16",
            // Endpoints of the service "kubernetes" may not be loopback addresses.
            "--endpoint-reconciler-type=none",
            "--allow-privileged",
        };
    }
}
