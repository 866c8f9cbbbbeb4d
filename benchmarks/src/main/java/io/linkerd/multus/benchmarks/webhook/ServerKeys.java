// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.webhook;

import io.linkerd.multus.localcluster.apiserver.TetheredProcess;
import io.linkerd.multus.localcluster.pki.ClusterAuthority;
import io.linkerd.multus.localcluster.pki.MutualTls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import javax.net.ssl.SSLContext;

/**
 * What a server that makes no certificates of its own is given: {@code tls.crt} and {@code tls.key}, of the same kind as the webhook's.
 *
 * @param trust for its clients
 */
record ServerKeys(SSLContext trust) {
    static ServerKeys create(Path directory) throws IOException {
        var authority = ClusterAuthority.create("bench", InstantSource.system());
        authority.issueServer("localhost", List.of("127.0.0.1", "localhost")).write(directory, "tls");
        // Whoever serves with it here is another user than who made it.
        Files.setPosixFilePermissions(directory.resolve("tls.key"), PosixFilePermissions.fromString("rw-r--r--"));
        return new ServerKeys(MutualTls.of(authority.certificate()));
    }

    /** {@return {@code serving}, once it answers; else it is ended} */
    static Serving awaited(Serving serving, TetheredProcess process) throws IOException {
        try {
            Serving.await(serving.target(), process);
            return serving;
        } catch (IOException e) {
            serving.close();
            throw e;
        }
    }
}
