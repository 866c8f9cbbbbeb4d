// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.server.RequestHandler.Work;
import io.linkerd.multus.service.clocks.Deadline;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The daemon's socket, {@code multus.sock}, and what is answered there. */
public final class RequestServer {
    private static final Logger log = LoggerFactory.getLogger(RequestServer.class);

    private final SocketFolder folder;
    private final ServerLimits.Times times;
    private final Connections connections;
    private final Requests requests;
    private final Listener listener;
    private boolean isStopped;

    private RequestServer(SocketFolder folder, RequestHandler handler, ServerLimits limits, RequestMetrics metrics)
            throws IOException, InterruptedException {
        this.folder = folder;
        this.times = limits.times();
        this.connections = new Connections(limits);
        this.requests = new Requests(handler, limits, metrics);
        this.listener = Listener.on(
                folder.unpublished(), channel -> new Connection(channel, limits, connections, requests, metrics));
        metrics.watch("multus_server_connections", connections::count);
        metrics.watch("multus_server_held_bytes", connections::held);
    }

    /**
     * Begins to answer, and to say that it is ready.
     *
     * @see #startUnready
     */
    public static Result<RequestServer> start(
            Path folder, RequestHandler handler, ServerLimits limits, RequestMetrics metrics)
            throws IOException, InterruptedException {
        return startUnready(folder, handler, limits, metrics).map(server -> {
            server.beReady();
            return server;
        });
    }

    /**
     * Begins to answer, all but the question whether it is ready: what a client asks anew before an ADD. A DEL is not held up.
     *
     * @param folder the socket's; made where it is not there, and closed to all but its owner
     * @return the server, or why the folder cannot be had
     */
    public static Result<RequestServer> startUnready(
            Path folder, RequestHandler handler, ServerLimits limits, RequestMetrics metrics)
            throws IOException, InterruptedException {
        return switch (SocketFolder.open(folder, limits.times().predecessor())) {
            case Result.Not<SocketFolder>(var reason) -> new Result.Not<>(reason);
            case Result.Ok<SocketFolder>(var ours) -> new Result.Ok<>(start(ours, handler, limits, metrics));
        };
    }

    private static RequestServer start(
            SocketFolder folder, RequestHandler handler, ServerLimits limits, RequestMetrics metrics)
            throws IOException, InterruptedException {
        try {
            var server = new RequestServer(folder, handler, limits, metrics);
            log.atInfo().addKeyValue("socket", folder.publish()).log("answers requests");
            return server;
        } catch (IOException | InterruptedException e) {
            folder.close();
            throw e;
        }
    }

    /** Says from now on that it is ready, unless a stop was asked for. */
    public void beReady() {
        requests.beReady();
    }

    /**
     * Carries out work that came another way than by the socket, on the caller's thread, in its turn behind the other requests of its container. A
     * stop does not wait for it: it is cancelled when the last connection has its answer.
     *
     * @return its answer, or one of the server's own with a status from 500: it was not begun, or ended by a fault
     */
    public Answer carryOut(Work work, Deadline deadline) {
        return requests.carryOut(work, deadline);
    }

    /** {@return whether no new client finds the server, since another process has taken its socket's name away} */
    public boolean isLost() {
        return folder.isLost();
    }

    /** Says from now on that new requests should go to the next daemon; those that come are served. */
    public void beginStop() {
        requests.drain();
    }

    /**
     * Serves what is there and what still comes until there is nothing, or for as long as a stop may take; then takes the socket away, cancels what
     * is left, and ends. A shim that finds no socket waits for the next daemon; one that is connected gets its answer.
     */
    public synchronized void stop() throws InterruptedException {
        if (isStopped) {
            return;
        }
        isStopped = true;
        beginStop();
        long end = System.nanoTime() + times.drain().toNanos();
        connections.awaitIdle(times.drain());
        withdraw();
        acceptLast(end);
        boolean finished = connections.awaitIdle(Duration.ofNanos(end - System.nanoTime()));
        requests.refuse();
        listener.execute(() -> connections.all().forEach(Connection::stop));
        listener.awaitRound();
        boolean ended = connections.awaitIdle(times.rollback().plus(times.answer()));
        listener.close();
        release();
        log.atInfo()
                .addKeyValue("finished", finished)
                .addKeyValue("ended", ended)
                .log("answers no more requests");
    }

    /** Those that connected while there was a socket. */
    private void acceptLast(long end) throws InterruptedException {
        long before;
        do {
            before = connections.accepted();
            listener.awaitRound();
        } while (connections.accepted() > before && System.nanoTime() - end < 0);
    }

    private void withdraw() {
        try {
            folder.withdraw();
        } catch (IOException e) {
            log.atWarn().setCause(e).log("cannot remove the socket; the next daemon will");
        }
    }

    private void release() {
        try {
            folder.close();
        } catch (IOException e) {
            log.atWarn().setCause(e).log("cannot remove the lock of the socket's folder; it ends with this process");
        }
    }
}
