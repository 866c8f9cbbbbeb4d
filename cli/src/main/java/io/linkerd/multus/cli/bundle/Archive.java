// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.bundle;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.zip.GZIPOutputStream;

/**
 * Writes files into a tar.gz (POSIX.1-1988 ustar), each readable by its owner alone. Names are ASCII, the last part of one is at most
 * 100 bytes, what is before it at most 155.
 */
final class Archive implements AutoCloseable {
    private static final int BLOCK = 512;
    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_PREFIX = 155;

    private final OutputStream out;
    private final long seconds;

    /** Begins; {@code time} is that of all files. */
    Archive(OutputStream file, Instant time) throws IOException {
        out = new GZIPOutputStream(file);
        seconds = time.getEpochSecond();
    }

    /** Adds a file. */
    void add(String path, byte[] content) throws IOException {
        out.write(header(path, content.length));
        out.write(content);
        out.write(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
    }

    private byte[] header(String path, int size) {
        var header = new byte[BLOCK];
        int cut = path.length() <= LONGEST_NAME ? -1 : path.indexOf('/', path.length() - LONGEST_NAME - 1);
        if (cut > LONGEST_PREFIX || (cut < 0 && path.length() > LONGEST_NAME)) {
            throw new IllegalArgumentException("the name is too long for a tar: " + path);
        }
        put(header, 0, path.substring(cut + 1));
        put(header, 100, "0000600\0");
        put(header, 108, "0000000\0");
        put(header, 116, "0000000\0");
        put(header, 124, "%011o\0".formatted(size));
        put(header, 136, "%011o\0".formatted(seconds));
        put(header, 148, "        ");
        put(header, 156, "0");
        put(header, 257, "ustar\00000");
        put(header, 345, cut < 0 ? "" : path.substring(0, cut));
        int sum = 0;
        for (byte one : header) {
            sum += one & 0xff;
        }
        put(header, 148, "%06o\0 ".formatted(sum));
        return header;
    }

    private static void put(byte[] header, int at, String text) {
        var bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    /** Ends the archive. */
    @Override
    public void close() throws IOException {
        out.write(new byte[2 * BLOCK]);
        out.close();
    }
}
