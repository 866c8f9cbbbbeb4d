// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** Why a socket cannot be in a folder, whether or not another daemon has it. */
final class SocketObstacle {
    private static final int LONGEST_PATH = 107;
    private static final int ROOT = 0;

    private SocketObstacle() {}

    /** {@return the first one; nothing is changed} */
    static Optional<String> of(Path folder, Path socket, Ownership daemon) throws IOException {
        if (socket.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
            return Optional.of(socket + " is longer than the 107 bytes that a socket's path may have");
        }
        if (isThere(folder) && !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(folder + " is there, and no folder");
        }
        if (isThere(folder) && !isTrusted(Ownership.of(folder).user(), daemon.user())) {
            return Optional.of(
                    folder + " belongs to user " + Ownership.of(folder).user()
                            + ", who could replace the socket; give it to root (chown 0:0), or choose another folder");
        }
        if (isThere(socket) && !attributes(socket).isOther()) {
            return Optional.of(socket + " is there, and no socket");
        }
        return Optional.empty();
    }

    /** {@return whether the owner of the folder may have the daemon's socket} A folder's mode keeps all out but its owner, who can change it. */
    static boolean isTrusted(int owner, int daemon) {
        return owner == ROOT || owner == daemon;
    }

    private static boolean isThere(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }
}
