// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.service.files.FileLock;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of the daemon's socket, which its owner alone enters. A socket gets its name when it is ready, with the mode that it keeps; of what
 * else is in the folder nothing is touched. While one daemon has the folder no other takes its socket.
 */
final class SocketFolder implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SocketFolder.class);

    private static final String SOCKET = "multus.sock";

    /** Shorter than the name that it gets, since the kernel takes 107 bytes for a path. */
    private static final String UNPUBLISHED = "multus.new";

    private static final Set<PosixFilePermission> ENTERED_BY_OWNER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> CALLED_BY_OWNER = PosixFilePermissions.fromString("rw-------");

    /** Between two looks whether another daemon has ended. */
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Path folder;
    private final FileLock lock;

    /** Tells the socket that was published from any that took its name. */
    private Optional<Object> published = Optional.empty();

    private SocketFolder(Path folder, FileLock lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * {@return the folder, made where it is not there, or why it cannot be had}
     *
     * @param patience how long to wait for the end of another daemon
     */
    static Result<SocketFolder> open(Path folder, Duration patience) throws IOException, InterruptedException {
        var obstacle = SocketObstacle.of(folder, folder.resolve(SOCKET), Ownership.ofThisProcess());
        if (obstacle.isPresent()) {
            return new Result.Not<>(obstacle.get());
        }
        long end = System.nanoTime() + patience.toNanos();
        prepare(folder);
        var self = "multus daemon, process " + ProcessHandle.current().pid();
        return switch (FileLock.tryAcquire(folder.resolve("multus.lock"), self, patience)) {
            case Result.Not<FileLock>(var holder) -> new Result.Not<>(folder + " is in use by " + holder);
            case Result.Ok<FileLock>(var lock) -> new SocketFolder(folder, lock).withoutPredecessor(end);
        };
    }

    /** {@return the path to bind a socket to, where nothing is} */
    Path unpublished() throws IOException {
        var path = folder.resolve(UNPUBLISHED);
        Files.deleteIfExists(path);
        return path;
    }

    /** Gives the socket that was bound its mode, then its name, in the place of one that no process listens on. */
    Path publish() throws IOException {
        var bound = folder.resolve(UNPUBLISHED);
        Files.setPosixFilePermissions(bound, CALLED_BY_OWNER);
        published = Optional.of(identity(bound));
        return Files.move(bound, socket(), StandardCopyOption.ATOMIC_MOVE);
    }

    /** {@return whether the name is certainly not that of the socket that was published} */
    boolean isLost() {
        try {
            return published.isPresent() && !published.get().equals(identity(socket()));
        } catch (NoSuchFileException _) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /** Takes the name away, unless it is another socket's by now. Connections that there are stay. */
    void withdraw() throws IOException {
        try {
            if (published.isPresent() && published.get().equals(identity(socket()))) {
                Files.deleteIfExists(socket());
            }
        } catch (NoSuchFileException _) {
            log.atWarn().addKeyValue("socket", socket()).log("the socket had been removed by another process");
        }
    }

    /** Lets another daemon have the folder. The lock's file stays: by now its name may stand for another daemon's. */
    @Override
    public void close() throws IOException {
        lock.close();
    }

    private Path socket() {
        return folder.resolve(SOCKET);
    }

    private static void prepare(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            Files.createDirectories(folder.toAbsolutePath().getParent());
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(ENTERED_BY_OWNER));
        } else if (!Files.getPosixFilePermissions(folder).equals(ENTERED_BY_OWNER)) {
            Files.setPosixFilePermissions(folder, ENTERED_BY_OWNER);
            log.atInfo().addKeyValue("folder", folder).log("closed the socket's folder to all but its owner");
        }
    }

    /** Upstream's daemon knows no lock: it is there as long as its socket answers. */
    private Result<SocketFolder> withoutPredecessor(long end) throws IOException, InterruptedException {
        try {
            while (isThere(socket()) && answers(socket())) {
                if (System.nanoTime() - end >= 0) {
                    close();
                    return new Result.Not<>(socket() + " is in use by another process");
                }
                Thread.sleep(PAUSE);
            }
            return new Result.Ok<>(this);
        } catch (IOException | InterruptedException e) {
            close();
            throw e;
        }
    }

    private static boolean isThere(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** {@return whether a process listens} One that takes no connection at the moment does. */
    private static boolean answers(Path socket) throws IOException {
        try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(socket));
            return true;
        } catch (ConnectException _) {
            return false;
        }
    }

    private static Object identity(Path file) throws IOException {
        return Objects.requireNonNull(attributes(file).fileKey());
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }
}
