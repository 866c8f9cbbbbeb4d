// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.apiserver;

import io.linkerd.multus.localcluster.pki.ClusterAuthority;
import io.linkerd.multus.localcluster.pki.Kubeconfig;
import io.linkerd.multus.localcluster.pki.MutualTls;
import io.linkerd.multus.localcluster.pki.ServiceAccountKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * etcd and kube-apiserver of the multi-call binary, on loopback, with data that is gone when this is closed.
 *
 * <p>Everything that the API server does by itself works: RBAC, CRDs, server-side apply, tokens of service accounts, webhooks. There
 * are no controllers (nothing is garbage-collected, a ServiceAccount has to be made by hand) and no nodes.
 */
public final class ApiServer implements AutoCloseable {
    private static final Duration START_PATIENCE = Duration.ofSeconds(90);
    private static final Duration POLL = Duration.ofMillis(50);
    /** Somebody else may take the port between choosing it and listening on it. */
    private static final int PORT_ATTEMPTS = 5;

    private final ScratchDirectory directory;
    private final ClusterAuthority authority = ClusterAuthority.create("linkerd-multus-api", InstantSource.system());
    private final TetheredProcess etcd;
    private final TetheredProcess server;
    private final URI uri;
    private final ApiClient admin;

    /**
     * Starts both and returns when the API server is ready, which takes two to five seconds.
     *
     * @param localkube the multi-call binary
     * @throws IOException when one of them does not start; the message has its last lines
     */
    public ApiServer(Path localkube) throws IOException {
        directory = ScratchDirectory.create(Path.of(System.getProperty("java.io.tmpdir")), "linkerd-multus-api");
        try (var started = new Started(directory)) {
            writeKeys();
            etcd = started.add(startEtcd(localkube));
            var listening = startServer(localkube, started);
            server = listening.process();
            uri = listening.uri();
            admin = listening.admin();
            started.keep();
        }
    }

    /** Returns the address, {@code https://127.0.0.1:<port>}. */
    public URI uri() {
        return uri;
    }

    /** Returns what signs client certificates and signed the server's. */
    public ClusterAuthority authority() {
        return authority;
    }

    /** Returns a client in the group {@code system:masters}. */
    public ApiClient admin() {
        return admin;
    }

    /** Returns a kubeconfig for a user that RBAC knows by name and groups. */
    public Kubeconfig kubeconfig(String user, String... groups) {
        return new Kubeconfig("api", uri, authority.certificate(), authority.issueClient(user, groups));
    }

    /** Returns the ids of the processes behind it. */
    public List<Long> pids() {
        return List.of(etcd.pid(), server.pid());
    }

    @Override
    public void close() throws IOException {
        admin.close();
        server.close();
        etcd.close();
        directory.close();
    }

    private Path file(String name) {
        return directory.path().resolve(name);
    }

    private void writeKeys() throws IOException {
        authority.identity().write(directory.path(), "ca");
        authority
                .issueServer("kube-apiserver", List.of("127.0.0.1", "localhost"))
                .write(directory.path(), "server");
        ServiceAccountKey.create().write(file("sa.key"));
    }

    private TetheredProcess startEtcd(Path localkube) throws IOException {
        var socket = "unix://" + file("etcd.sock");
        return start(
                localkube,
                "etcd",
                "--data-dir=" + file("data"),
                "--listen-client-urls=" + socket,
                // Has to be host and port, and is only told to members of a cluster of more than one.
                "--advertise-client-urls=http://127.0.0.1:1",
                "--listen-peer-urls=unix://" + file("peer.sock"),
                "--unsafe-no-fsync",
                "--log-level=warn");
    }

    private Listening startServer(Path localkube, Started started) throws IOException {
        for (var attempt = 1; ; attempt++) {
            var port = freePort();
            var process = started.add(start(localkube, "kube-apiserver", ApiServerFlags.of(directory.path(), port)));
            var address = URI.create("https://127.0.0.1:" + port);
            var client = new ApiClient(
                    address, MutualTls.of(authority.certificate(), authority.issueClient("admin", "system:masters")));
            try {
                awaitReady(etcd, process, client);
                return new Listening(process, address, client);
            } catch (PortTaken e) {
                client.close();
                if (attempt == PORT_ATTEMPTS) {
                    throw new IOException("no free port after " + attempt + " attempts", e);
                }
            }
        }
    }

    private TetheredProcess start(Path localkube, String program, String... flags) throws IOException {
        var link = file(program);
        if (!Files.isSymbolicLink(link)) {
            Files.createSymbolicLink(link, localkube.toAbsolutePath());
        }
        var command = new ArrayList<>(List.of(link.toString()));
        command.addAll(List.of(flags));
        return TetheredProcess.start(program, file(program + ".log"), Map.of(), command);
    }

    private static void refuseEnded(TetheredProcess process) throws IOException {
        if (process.isAlive()) {
            return;
        }
        var words = process.tail();
        throw words.contains("address already in use")
                ? new PortTaken(words)
                : new IOException(process + " ended while starting:\n" + words);
    }

    private static void awaitReady(TetheredProcess etcd, TetheredProcess process, ApiClient client) throws IOException {
        var deadline = System.nanoTime() + START_PATIENCE.toNanos();
        while (System.nanoTime() - deadline < 0) {
            refuseEnded(etcd);
            refuseEnded(process);
            if (isReady(client)) {
                return;
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
        throw new IOException(
                "kube-apiserver is not ready after " + START_PATIENCE.toSeconds() + " s:\n" + process.tail());
    }

    private static boolean isReady(ApiClient client) {
        try {
            return client.get("/readyz").status() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private record Listening(TetheredProcess process, URI uri, ApiClient admin) {}

    private static final class PortTaken extends IOException {
        private static final long serialVersionUID = 1;

        PortTaken(String message) {
            super(message);
        }
    }
}
