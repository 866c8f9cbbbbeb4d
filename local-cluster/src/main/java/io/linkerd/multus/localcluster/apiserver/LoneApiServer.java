// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.apiserver;

import io.linkerd.multus.localcluster.pki.ClusterAuthority;
import io.linkerd.multus.localcluster.pki.MutualTls;
import io.linkerd.multus.localcluster.plan.ClusterKeys;
import io.linkerd.multus.localcluster.plan.ControlPlane;
import io.linkerd.multus.localcluster.programs.Await;
import io.linkerd.multus.localcluster.programs.Kubectl;
import io.linkerd.multus.localcluster.supervisor.ClusterFolder;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Program;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;

/**
 * etcd and kube-apiserver of the multi-call binary, on loopback, with data that is gone when this is closed.
 *
 * <p>Everything that the API server does by itself works: RBAC, CRDs, server-side apply, tokens of service accounts, webhooks. There
 * are no controllers (nothing is garbage-collected, a ServiceAccount has to be made by hand) and no nodes.
 */
public final class LoneApiServer implements AutoCloseable {
    private static final Duration START_PATIENCE = Duration.ofSeconds(90);
    private static final Duration POLL = Duration.ofMillis(50);
    /** Somebody else may take the port between choosing it and listening on it. */
    private static final int PORT_ATTEMPTS = 5;

    private final ScratchDirectory directory;
    private final ClusterKeys keys = ClusterKeys.create("api", 0, InstantSource.system());
    private final TetheredProcess etcd;
    private final TetheredProcess server;
    private final URI uri;
    private final PlainApiClient admin;
    private final Kubectl kubectl;

    /**
     * Starts both and returns when the API server is ready, which takes two to five seconds.
     *
     * @param programs the folder of Kubernetes' programs
     * @throws IOException when one of them does not start; the message has its last lines
     */
    public LoneApiServer(Path programs) throws IOException {
        directory = ScratchDirectory.ofShortPath("linkerd-multus-api");
        try (var started = new Started(directory)) {
            var folder = new ClusterFolder(directory.path().toAbsolutePath());
            keys.write(folder);
            Files.createDirectories(folder.scratch());
            Files.createDirectories(folder.logs());
            var listening = start(folder, programs, started);
            etcd = listening.etcd();
            server = listening.process();
            uri = listening.uri();
            admin = listening.admin();
            keys.adminKubeconfig("api", uri.getAuthority()).write(folder.adminKubeconfig());
            kubectl = new Kubectl(programs, folder.adminKubeconfig());
            started.keep();
        }
    }

    /** Returns the address, {@code https://127.0.0.1:<port>}. */
    public URI uri() {
        return uri;
    }

    /** Returns what signs client certificates and signed the server's. */
    public ClusterAuthority authority() {
        return keys.authority();
    }

    /** Returns a client in the group {@code system:masters}. */
    public PlainApiClient admin() {
        return admin;
    }

    /** {@return kubectl for it; helm is not there} */
    public Kubectl kubectl() {
        return kubectl;
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

    /** A server that finds its port taken is started again, on another one; etcd, which has none, goes on. */
    private Listening start(ClusterFolder folder, Path programs, Started started) throws IOException {
        var store = started.add(
                start(folder, ControlPlane.alone(folder, programs, 0).getFirst()));
        for (var attempt = 1; ; attempt++) {
            var port = FreePort.find();
            var process = started.add(
                    start(folder, ControlPlane.alone(folder, programs, port).getLast()));
            var address = URI.create("https://127.0.0.1:" + port);
            var client =
                    new PlainApiClient(address, MutualTls.of(keys.authority().certificate(), keys.admin()));
            try {
                awaitReady(store, process, client);
                return new Listening(store, process, address, client);
            } catch (PortTaken e) {
                client.close();
                if (attempt == PORT_ATTEMPTS) {
                    throw new IOException("no free port after " + attempt + " attempts", e);
                }
            }
        }
    }

    private static TetheredProcess start(ClusterFolder folder, Program program) throws IOException {
        var log = folder.logs().resolve(program.name() + ".log");
        var environment = program.environment().stream()
                .map(variable -> variable.split("=", 2))
                .collect(Collectors.toMap(variable -> variable[0], variable -> variable[1]));
        return TetheredProcess.start(program.name(), log, environment, program.command());
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

    private static void awaitReady(TetheredProcess etcd, TetheredProcess process, PlainApiClient client)
            throws IOException {
        var ready = Await.holds(START_PATIENCE, POLL, () -> {
            refuseEnded(etcd);
            refuseEnded(process);
            return isReady(client);
        });
        if (!ready) {
            throw new IOException(
                    "kube-apiserver is not ready after " + START_PATIENCE.toSeconds() + " s:\n" + process.tail());
        }
    }

    private static boolean isReady(PlainApiClient client) {
        try {
            return client.get("/readyz").status() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private record Listening(TetheredProcess etcd, TetheredProcess process, URI uri, PlainApiClient admin) {}

    private static final class PortTaken extends IOException {
        private static final long serialVersionUID = 1;

        PortTaken(String message) {
            super(message);
        }
    }
}
