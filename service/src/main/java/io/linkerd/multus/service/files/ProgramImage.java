// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether a file is a program that this node's kernel could start, and whole.
 *
 * <p>For ELF every segment named in the program headers has to lie within the file, which finds a copy that was cut off, and it has to be for
 * the architecture that this process runs on; a script has to begin with {@code #!}.
 */
public final class ProgramImage {
    private static final int HEADER = Architecture.HEADER;
    private static final int SCRIPT_MAGIC = 0x2321;
    private static final int MOST_SEGMENTS = 1024;

    private ProgramImage() {}

    /** Why a file is no program for this node; the reason follows its path in a sentence. */
    public sealed interface Problem {
        /** {@return why} */
        String reason();

        /** It is none, or part of one, and may be being written. */
        record NotWhole(String reason) implements Problem {}

        /** It is one, for other nodes. */
        record Foreign(Architecture program, Architecture node) implements Problem {
            @Override
            public String reason() {
                return "is a program for " + program + ", and this node runs programs for " + node
                        + "; use an image that was built for the node's architecture, or for several";
            }
        }
    }

    /** {@return why it is none for this node; empty when it is one} */
    public static Optional<Problem> problem(Path file) throws IOException {
        try (var channel = RegularFile.open(file)) {
            var header = read(channel, 0, HEADER);
            if (header.remaining() == 0) {
                return Optional.of(new Problem.NotWhole("is empty"));
            }
            if (header.remaining() >= Short.BYTES && header.getShort(0) == SCRIPT_MAGIC) {
                return Optional.empty();
            }
            var program = Architecture.of(header);
            if (program.isEmpty()) {
                return Optional.of(new Problem.NotWhole("is neither an ELF image nor a script"));
            }
            return isWhole(channel, header, program.get())
                    ? foreign(program.get())
                    : Optional.of(new Problem.NotWhole("is cut off"));
        }
    }

    /** {@return why a program is one for other nodes; empty where it is not, or is none} The reason follows the file's path in a sentence. */
    public static Optional<String> whyForeign(Path file) throws IOException {
        return problem(file).filter(Problem.Foreign.class::isInstance).map(Problem::reason);
    }

    private static Optional<Problem> foreign(Architecture program) {
        return Architecture.ofThisProcess()
                .filter(node -> !node.equals(program))
                .map(node -> new Problem.Foreign(program, node));
    }

    private static boolean isWhole(SeekableByteChannel channel, ByteBuffer header, Architecture program)
            throws IOException {
        boolean wide = program.isWide();
        header.order(program.order());
        long table = wide ? header.getLong(32) : Integer.toUnsignedLong(header.getInt(28));
        int size = Short.toUnsignedInt(header.getShort(wide ? 54 : 42));
        int count = Short.toUnsignedInt(header.getShort(wide ? 56 : 44));
        if (count == 0 || count > MOST_SEGMENTS || size < (wide ? 56 : 32) || table < 0) {
            return false;
        }
        var headers = read(channel, table, size * count).order(header.order());
        if (headers.remaining() < size * count) {
            return false;
        }
        for (int at = 0; at < size * count; at += size) {
            long offset = wide ? headers.getLong(at + 8) : Integer.toUnsignedLong(headers.getInt(at + 4));
            long length = wide ? headers.getLong(at + 32) : Integer.toUnsignedLong(headers.getInt(at + 16));
            if (offset < 0 || length < 0 || offset > channel.size() - length) {
                return false;
            }
        }
        return true;
    }

    private static ByteBuffer read(SeekableByteChannel channel, long position, int length) throws IOException {
        var bytes = ByteBuffer.allocate(length);
        channel.position(position);
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            // until it is full or the file ends
        }
        return bytes.flip();
    }
}
