// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import static io.linkerd.multus.daemon.server.TestServer.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The folder, before, during and after a daemon. */
@Timeout(60)
class SocketFolderIT {
    @TempDir
    private Path parent;

    private Path folder;
    private Path socket;

    @BeforeEach
    void name() {
        folder = parent.resolve("s");
        socket = folder.resolve("multus.sock");
    }

    @Test
    void closesFolderAndSocketToAllButTheirOwner() throws Exception {
        try (var _ = new TestServer(parent, TestServer.ROOMY)) {
            assertThat(mode(folder)).isEqualTo("rwx------");
            assertThat(mode(socket)).isEqualTo("rw-------");
        }
    }

    @Test
    void closesAFolderThatIsThereBeforeItHasASocket() throws Exception {
        Files.createDirectory(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));

        try (var ours = opened()) {
            assertThat(mode(folder)).isEqualTo("rwx------");
            assertThat(ours.unpublished()).doesNotExist();
        }
    }

    /** The kernel makes a socket with whatever mode the process's mask leaves. */
    @Test
    void givesASocketItsNameOnlyWithItsMode() throws Exception {
        try (var ours = opened();
                var listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(ours.unpublished()));
            Files.setPosixFilePermissions(folder.resolve("multus.new"), PosixFilePermissions.fromString("rwxrwxrwx"));
            assertThat(socket).doesNotExist();

            assertThat(ours.publish()).isEqualTo(socket);
            assertThat(mode(socket)).isEqualTo("rw-------");
        }
    }

    @Test
    void takesThePlaceOfASocketThatADaemonLeftBehind() throws Exception {
        leaveSocketBehind(socket);
        leaveSocketBehind(folder.resolve("multus.new"));

        try (var served = new TestServer(parent, TestServer.ROOMY)) {
            assertThat(served.cni("c/add").status()).isEqualTo(200);
        }
        assertThat(folder).isDirectoryNotContaining("glob:**/multus.{sock,new}");
    }

    @Test
    void leavesWhatIsNotItsOwn() throws Exception {
        Files.createDirectories(folder.resolve("cni/net.d"));
        Files.writeString(folder.resolve("cni/net.d/10-vendor.conf"), "{}");
        Files.writeString(folder.resolve("other"), "kept");

        new TestServer(parent, TestServer.ROOMY).close();

        assertThat(folder.resolve("cni/net.d/10-vendor.conf")).hasContent("{}");
        assertThat(folder.resolve("other")).hasContent("kept");
        assertThat(socket).doesNotExist();
    }

    @Test
    void leavesASocketThatAnotherDaemonPutInItsPlace() throws Exception {
        var served = new TestServer(parent, TestServer.ROOMY);
        Files.delete(socket);
        try (var other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            other.bind(UnixDomainSocketAddress.of(socket));

            served.close();

            assertThat(socket).exists();
        }
    }

    @Test
    void endsQuietlyWhereAnotherProcessHasRemovedItsFolder() throws Exception {
        var served = new TestServer(parent, TestServer.ROOMY);
        Files.delete(socket);
        Files.delete(folder.resolve("multus.lock"));
        Files.delete(folder);

        served.close();

        assertThat(folder).doesNotExist();
    }

    @Test
    void refusesAFolderWhereAnotherDaemonListens() throws Exception {
        Files.createDirectory(folder);
        try (var upstream = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            upstream.bind(UnixDomainSocketAddress.of(socket));

            assertThatThrownBy(() -> new TestServer(parent, TestServer.ROOMY))
                    .isInstanceOf(IOException.class)
                    .hasMessage(socket + " is in use by another process");
        }
    }

    @Test
    void waitsForTheEndOfAnotherDaemon() throws Exception {
        Files.createDirectory(folder);
        CompletableFuture<Result<SocketFolder>> ours;
        try (var upstream = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            upstream.bind(UnixDomainSocketAddress.of(socket));
            ours = CompletableFuture.supplyAsync(() -> open(Duration.ofSeconds(60)), Thread::startVirtualThread);
            eventually().until(() -> Files.exists(folder.resolve("multus.lock")));
            assertThat(ours).isNotDone();
        }

        assertThat(ours.join()).isInstanceOf(Result.Ok.class);
    }

    /** A lock of this process would be its own: another process has it. */
    @Test
    void refusesAFolderThatAnotherProcessHasLocked() throws Exception {
        Files.createDirectory(folder);
        var java = ProcessHandle.current().info().command().orElseThrow();
        var classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        var holder = new ProcessBuilder(java, "-cp", classes, HeldFolder.class.getName(), folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(holder.inputReader().lines().anyMatch("held"::equals)).isTrue();

            assertThat(open(Duration.ZERO))
                    .isEqualTo(new Result.Not<>(folder + " is in use by multus daemon, process " + holder.pid()));
        } finally {
            holder.destroyForcibly().waitFor();
        }
        assertThat(open(Duration.ZERO)).isInstanceOf(Result.Ok.class);
    }

    @Test
    void refusesWhatIsNoFolderAndNoSocket() throws Exception {
        Files.writeString(folder, "a file");
        assertThat(open(Duration.ZERO)).isEqualTo(new Result.Not<>(folder + " is there, and no folder"));

        Files.delete(folder);
        Files.createDirectory(folder);
        Files.createSymbolicLink(parent.resolve("link"), folder);
        assertThat(SocketFolder.open(parent.resolve("link"), Duration.ZERO))
                .isEqualTo(new Result.Not<>(parent.resolve("link") + " is there, and no folder"));

        Files.writeString(socket, "a file");
        assertThat(open(Duration.ZERO)).isEqualTo(new Result.Not<>(socket + " is there, and no socket"));
        assertThat(socket).hasContent("a file");
    }

    @Test
    void refusesAFolderWhoseOwnerCouldReplaceTheSocket() throws Exception {
        assumeThat(Ownership.ofThisProcess().user())
                .as("who may give a folder away")
                .isZero();
        Files.createDirectory(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Files.setAttribute(folder, "unix:uid", 1234);

        assertThat(open(Duration.ZERO))
                .isEqualTo(new Result.Not<>(folder + " belongs to user 1234, who could replace the socket;"
                        + " give it to root (chown 0:0), or choose another folder"));
        assertThat(mode(folder)).isEqualTo("rwxr-xr-x");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesAPathThatIsTooLongForASocket() throws Exception {
        var deep = parent.resolve("x".repeat(100));

        assertThat(SocketFolder.open(deep, Duration.ZERO))
                .isEqualTo(new Result.Not<>(
                        deep + "/multus.sock is longer than the 107 bytes that a socket's path may have"));
    }

    private SocketFolder opened() {
        return switch (open(Duration.ZERO)) {
            case Result.Ok<SocketFolder>(var ours) -> ours;
            case Result.Not<SocketFolder>(var reason) -> throw new AssertionError(reason);
        };
    }

    private Result<SocketFolder> open(Duration patience) {
        try {
            return SocketFolder.open(folder, patience);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void leaveSocketBehind(Path path) throws IOException {
        Files.createDirectories(path.getParent());
        try (var daemon = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            daemon.bind(UnixDomainSocketAddress.of(path));
        }
        assertThat(path).exists();
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
