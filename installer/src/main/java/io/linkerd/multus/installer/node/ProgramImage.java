// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.service.files.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether a file is a program that a kernel could start, and whole.
 *
 * <p>For ELF every segment named in the program headers has to lie within the file, which finds a copy that was cut off; a script has
 * to begin with {@code #!}.
 */
final class ProgramImage {
    private static final int HEADER = 64;
    private static final int ELF_MAGIC = 0x7f454c46;
    private static final int SCRIPT_MAGIC = 0x2321;
    private static final byte CLASS_64 = 2;
    private static final byte LITTLE_ENDIAN = 1;
    private static final int MOST_SEGMENTS = 1024;

    private ProgramImage() {}

    /** {@return why it is none; empty when it is one} */
    static Optional<String> problem(Path file) throws IOException {
        try (var channel = RegularFile.open(file)) {
            var header = read(channel, 0, HEADER);
            if (header.remaining() == 0) {
                return Optional.of("it is empty");
            }
            if (header.remaining() >= Short.BYTES && header.getShort(0) == SCRIPT_MAGIC) {
                return Optional.empty();
            }
            if (header.remaining() < HEADER || header.getInt(0) != ELF_MAGIC) {
                return Optional.of("it is neither an ELF image nor a script");
            }
            return isWhole(channel, header) ? Optional.empty() : Optional.of("it is cut off");
        }
    }

    private static boolean isWhole(SeekableByteChannel channel, ByteBuffer header) throws IOException {
        boolean wide = header.get(4) == CLASS_64;
        header.order(header.get(5) == LITTLE_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
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
