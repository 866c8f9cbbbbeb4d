// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.bare;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;

/**
 * Keeps a copy of a file and a file with a token in it, with the same care for what is on the disk as the installer, and none of its
 * knowledge: nothing is asked of an API server, and nobody else's file is looked at.
 */
public final class BareKeeper {
    private final Path source;
    private final Path copy;
    private final Path token;
    private final Path kubeconfig;
    private FileTime copied = FileTime.fromMillis(0);

    private BareKeeper(Path source, Path copy, Path token, Path kubeconfig) {
        this.source = source;
        this.copy = copy;
        this.token = token;
        this.kubeconfig = kubeconfig;
    }

    /**
     * Keeps them until SIGTERM.
     *
     * @param arguments a file and where to copy it; a file with a token and the file to write it to
     */
    public static void main(String... arguments) throws IOException, InterruptedException {
        var paths = Arrays.stream(arguments).map(Path::of).toList();
        new BareKeeper(paths.get(0), paths.get(1), paths.get(2), paths.get(3)).run();
    }

    private void run() throws IOException, InterruptedException {
        try (var watch = copy.getFileSystem().newWatchService()) {
            for (var file : new Path[] {copy, token, kubeconfig}) {
                file.resolveSibling("").register(watch, ENTRY_CREATE, ENTRY_MODIFY, ENTRY_DELETE);
            }
            while (true) {
                keepCopy();
                keepKubeconfig();
                var key = watch.take();
                key.pollEvents();
                key.reset();
            }
        }
    }

    /** The plugin is large: what was copied is not read again before it looks different. */
    private void keepCopy() throws IOException {
        if (Files.exists(copy) && Files.getLastModifiedTime(copy).equals(copied)) {
            return;
        }
        try (var content = FileChannel.open(source)) {
            replace(copy, out -> content.transferTo(0, content.size(), out));
        }
        copied = Files.getLastModifiedTime(copy);
    }

    private void keepKubeconfig() throws IOException {
        var text = "users: [{name: linkerd-cni, user: {token: " + Files.readString(token) + "}}]\n";
        var content = text.getBytes(StandardCharsets.UTF_8);
        if (!Files.exists(kubeconfig) || !Arrays.equals(Files.readAllBytes(kubeconfig), content)) {
            replace(kubeconfig, out -> out.write(ByteBuffer.wrap(content)));
        }
    }

    private interface Content {
        long writeTo(FileChannel out) throws IOException;
    }

    private static void replace(Path file, Content content) throws IOException {
        var hidden = file.resolveSibling(".new-" + file.getFileName());
        try (var out = FileChannel.open(
                hidden, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            content.writeTo(out);
            out.force(true);
        }
        Files.move(hidden, file, StandardCopyOption.ATOMIC_MOVE);
        try (var directory = FileChannel.open(file.resolveSibling(""), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }
}
