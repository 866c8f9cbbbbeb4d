// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.linkerd.multus.daemon.shim.PeerGeneration.UnaryAnswers;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands in the daemon's place behind its socket. It notes what it is asked and says what a test wants it to. */
final class DaemonPeer implements AutoCloseable {
    private final Path folder;
    private final ServerSocketChannel listener;
    private final UnaryAnswers answers;
    private final List<PeerRequest> requests = new CopyOnWriteArrayList<>();

    /** Listens on {@code multus.sock} in the folder. */
    DaemonPeer(Path folder, UnaryAnswers answers) throws IOException {
        this.folder = folder;
        this.answers = answers;
        this.listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        Files.createDirectories(folder);
        listener.bind(UnixDomainSocketAddress.of(socket()));
        Thread.ofPlatform().daemon().name("peer").start(this::accept);
    }

    List<PeerRequest> requests() {
        return List.copyOf(requests);
    }

    /** Returns the method and path of each request. */
    List<String> lines() {
        return requests.stream().map(PeerRequest::line).toList();
    }

    /** Returns what was posted to /cni, which has to be one request. */
    PeerRequest posted() {
        var posted = requests.stream()
                .filter(request -> request.path().equals("/cni"))
                .toList();
        if (posted.size() != 1) {
            throw new AssertionError("not one call: " + lines());
        }
        return posted.getFirst();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        Files.deleteIfExists(socket());
    }

    private Path socket() {
        return folder.resolve("multus.sock");
    }

    private void accept() {
        try {
            while (true) {
                var connection = listener.accept();
                Thread.ofPlatform().daemon().name("peer-connection").start(() -> serve(connection));
            }
        } catch (IOException _) {
            // It was closed.
        }
    }

    private void serve(SocketChannel connection) {
        try (connection) {
            var request = PeerRequest.read(Channels.newInputStream(connection));
            requests.add(request);
            var answer = answers.answer(request);
            send(connection, answer.bytes());
            if (answer.open()) {
                awaitEnd(connection);
            }
        } catch (IOException _) {
            // The shim went away.
        }
    }

    private static void send(SocketChannel connection, String text) throws IOException {
        var bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
        while (bytes.hasRemaining()) {
            connection.write(bytes);
        }
    }

    private static void awaitEnd(SocketChannel connection) throws IOException {
        var ignored = ByteBuffer.allocate(256);
        while (connection.read(ignored) >= 0) {
            ignored.clear();
        }
    }
}
