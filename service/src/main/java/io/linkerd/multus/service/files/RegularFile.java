// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import io.linkerd.multus.contracts.Result;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Reads files that others may have put where one of ours belongs: neither waits for what is no regular file, nor reads on without an end.
 *
 * <p>The class library opens nothing without waiting ({@code O_NONBLOCK} of {@code open(2)}), so a file is looked at right before it is
 * opened. Who makes a pipe of it in between, which takes root on the node, is left to the liveness probe.
 */
public final class RegularFile {
    /** Twenty times and more the largest plugin that is known, one of 35 MB. */
    private static final long LARGEST = 1L << 30;

    /** Copies and sums go through memory in pieces of this many bytes, however large the file. */
    private static final int PIECE = 128 * 1024;

    private RegularFile() {}

    /** What becomes of a piece. */
    @FunctionalInterface
    interface Use {
        void of(ByteBuffer piece) throws IOException;
    }

    /** Opens a file for reading; a link is an error. */
    public static SeekableByteChannel open(Path file) throws IOException {
        var there = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (there.isOther()) {
            throw new FileSystemException(file.toString(), null, "it is no regular file");
        }
        requireMeant(file, there.size());
        return Files.newByteChannel(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    }

    /** {@return the first so many bytes of a file, or all that it has} A link is an error. */
    public static byte[] start(Path file, int most) throws IOException {
        try (var from = Channels.newInputStream(open(file))) {
            return from.readNBytes(most);
        }
    }

    /** {@return the text of a file, or that it has more than so many bytes} A link is an error, and so is what is not UTF-8. */
    public static Result<String> text(Path file, int longest) throws IOException {
        var bytes = start(file, longest + 1);
        return bytes.length > longest
                ? new Result.Not<>("it is longer than " + longest + " bytes")
                : new Result.Ok<>(StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString());
    }

    /** Reads a file to its end, which may grow away meanwhile; a link is an error. */
    static void read(Path file, Use use) throws IOException {
        try (var channel = open(file)) {
            var piece = ByteBuffer.allocate((int) Math.min(channel.size() + 1, PIECE));
            while (channel.read(piece) >= 0) {
                use.of(piece.flip());
                piece.clear();
                requireMeant(file, channel.position());
            }
        }
    }

    private static void requireMeant(Path file, long length) throws FileSystemException {
        if (length > LARGEST) {
            throw new FileSystemException(
                    file.toString(), null, "it is larger than 1 GiB, and so nothing that belongs there; remove it");
        }
    }
}
