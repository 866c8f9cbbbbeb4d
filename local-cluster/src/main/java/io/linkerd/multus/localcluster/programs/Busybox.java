// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A static busybox: the machine's, or one from Debian's package, which is unpacked and not installed, since it cannot stand beside the usual one. */
final class Busybox {
    private static final Duration DEADLINE = Duration.ofMinutes(5);
    private static final List<Path> USUAL = List.of(Path.of("/bin/busybox"), Path.of("/usr/bin/busybox"));
    private static final int SEGMENT_TABLE = 32;
    private static final int SEGMENT_SIZE = 54;
    private static final int SEGMENT_COUNT = 56;
    private static final int INTERPRETER = 3;

    private Busybox() {}

    static Path find(Cache cache, Progress progress) throws IOException, InterruptedException {
        for (var usual : USUAL) {
            if (Files.isExecutable(usual) && isStatic(usual)) {
                return usual.toRealPath();
            }
        }
        var folder = cache.tools().resolve("busybox");
        if (!Files.isDirectory(folder)) {
            progress.step("fetch a static busybox from Debian's package", () -> fetch(folder));
        }
        try (var files = Files.walk(folder)) {
            return files.filter(
                            file -> file.endsWith("busybox") && Files.isExecutable(file) && Files.isRegularFile(file))
                    .findFirst()
                    .orElseThrow(() -> new IOException("Debian's package busybox-static has no busybox"));
        }
    }

    private static Path fetch(Path folder) throws IOException, InterruptedException {
        try (var staging = Staging.of(folder)) {
            var into = staging.folder().toString();
            Programs.plain()
                    .output(
                            DEADLINE,
                            List.of(
                                    "sh",
                                    "-ec",
                                    "cd \"$1\"; apt-get download busybox-static || { apt-get update; apt-get download busybox-static; };"
                                            + " dpkg-deb --extract busybox-static_*.deb .; rm busybox-static_*.deb",
                                    "fetch",
                                    into));
            staging.complete();
        }
        return folder;
    }

    /** A program that needs no loader has no segment that names one (System V ABI, program header PT_INTERP). */
    static boolean isStatic(Path program) throws IOException {
        try (var channel = FileChannel.open(program)) {
            var header = read(channel, 0, SEGMENT_COUNT + Short.BYTES);
            var table = header.getLong(SEGMENT_TABLE);
            var size = Short.toUnsignedInt(header.getShort(SEGMENT_SIZE));
            var count = Short.toUnsignedInt(header.getShort(SEGMENT_COUNT));
            for (var index = 0; index < count; index++) {
                if (read(channel, table + (long) index * size, Integer.BYTES).getInt(0) == INTERPRETER) {
                    return false;
                }
            }
            return true;
        }
    }

    private static ByteBuffer read(FileChannel channel, long position, int length) throws IOException {
        var buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new IOException("not a program: it ends too early");
            }
        }
        return buffer;
    }
}
