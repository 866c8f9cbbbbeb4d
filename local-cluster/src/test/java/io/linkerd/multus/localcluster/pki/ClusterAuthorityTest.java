// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterAuthorityTest {
    private final Instant now = Instant.now();

    private final ClusterAuthority authority = ClusterAuthority.create("local", InstantSource.fixed(now));

    @Test
    void signsClientsWhoseSubjectIsUserAndGroups() throws Exception {
        var node = authority.issueClient("system:node:node1", "system:nodes").certificate();

        node.verify(authority.certificate().getPublicKey());
        assertThat(node.getSubjectX500Principal().getName()).isEqualTo("CN=system:node:node1,O=system:nodes");
        assertThat(node.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
        assertThat(node.getSubjectAlternativeNames()).isNull();
    }

    @Test
    void signsServersForAddressesAndNames() throws Exception {
        var server = authority
                .issueServer("kube-apiserver", List.of("127.0.0.1", "198.19.0.1", "kubernetes.default.svc"))
                .certificate();

        assertThat(server.getSubjectAlternativeNames())
                .extracting(name -> name.get(0) + "=" + name.get(1))
                .containsExactly("7=127.0.0.1", "7=198.19.0.1", "2=kubernetes.default.svc");
        assertThat(server.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
    }

    @Test
    void isValidFromAnHourAgoForAYear() {
        for (var certificate :
                List.of(authority.certificate(), authority.issueClient("admin").certificate())) {
            assertThat(certificate.getNotBefore().toInstant()).isBeforeOrEqualTo(now.minus(Duration.ofHours(1)));
            assertThat(certificate.getNotAfter().toInstant()).isAfter(now.plus(Duration.ofDays(364)));
        }
    }

    @Test
    void refusesAServerWithoutHosts() {
        assertThatThrownBy(() -> authority.issueServer("x", List.of())).hasMessageContaining("at least one host");
    }

    @Test
    void writesKeysForTheOwnerOnly(@TempDir Path directory) throws IOException {
        authority.issueClient("admin").write(directory, "admin");
        var serviceAccounts = directory.resolve("sa.key");
        ServiceAccountKey.create().write(serviceAccounts);

        for (var secret : List.of(directory.resolve("admin.key"), serviceAccounts)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                    .isEqualTo("rw-------");
            assertThat(Files.readString(secret)).startsWith("-----BEGIN PRIVATE KEY-----\n");
        }
    }

    @Test
    void keepsKeysOutOfLogs() {
        assertThat(authority.issueClient("admin")).hasToString("Identity[CN=admin]");
    }

    @Test
    void letsBothSidesOfAConnectionKnowEachOther() throws Exception {
        var server = MutualTls.of(authority.certificate(), authority.issueServer("server", List.of("127.0.0.1")));
        var client = MutualTls.of(authority.certificate(), authority.issueClient("admin", "system:masters"));
        try (var listener = (SSLServerSocket) server.getServerSocketFactory().createServerSocket(0);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            listener.setNeedClientAuth(true);
            var peer = threads.submit(() -> {
                try (var accepted = (SSLSocket) listener.accept()) {
                    accepted.getOutputStream().write("hello".getBytes(StandardCharsets.US_ASCII));
                    var certificate = (X509Certificate) accepted.getSession().getPeerCertificates()[0];
                    return certificate.getSubjectX500Principal().getName();
                }
            });
            try (var socket = client.getSocketFactory().createSocket("127.0.0.1", listener.getLocalPort())) {
                assertThat(socket.getInputStream().readAllBytes()).asString().isEqualTo("hello");
            }
            assertThat(peer.get()).isEqualTo("CN=admin,O=system:masters");
        }
    }
}
