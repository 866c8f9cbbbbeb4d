// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Tells contents apart: the length in bytes, CRC-32C and CRC-32.
 *
 * <p>Two contents that met by accident have the same one once in 2^64 times. Somebody who could craft such a content has to be root on
 * the node already. A cryptographic hash in its place costs 400 ms for a plugin of 35 MB where the JVM has its lean compiler only,
 * these two sums cost 10 ms; a plugin is read three times until it is on the node.
 */
public record Fingerprint(String text) {
    private static final Pattern FORM = Pattern.compile("\\d{1,19}-[0-9a-f]{8}-[0-9a-f]{8}");

    public Fingerprint {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("not a fingerprint: " + text);
        }
    }

    /** {@return the fingerprint of a text's UTF-8 bytes} */
    public static Fingerprint ofText(String content) {
        var sum = new Sum();
        sum.add(StandardCharsets.UTF_8.encode(content));
        return sum.fingerprint();
    }

    /** Reads a regular file to its end; a link is an error, and so is one larger than any that belongs on a node. */
    public static Fingerprint of(Path file) throws IOException {
        var sum = new Sum();
        RegularFile.read(file, sum::add);
        return sum.fingerprint();
    }

    /** {@return whether a file that had this content is gone, or has another one} One that cannot be read now may have it. */
    public boolean isLostFrom(Path file) {
        try {
            return !of(file).equals(this);
        } catch (NoSuchFileException _) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    @Override
    public String toString() {
        return text;
    }

    /** A fingerprint that is being taken. */
    static final class Sum {
        private final CRC32C castagnoli = new CRC32C();
        private final CRC32 ieee = new CRC32();
        private long length;

        /** Adds what remains in the buffer, and leaves the buffer's position alone. */
        void add(ByteBuffer bytes) {
            length += bytes.remaining();
            castagnoli.update(bytes.duplicate());
            ieee.update(bytes.duplicate());
        }

        Fingerprint fingerprint() {
            var hex = HexFormat.of();
            return new Fingerprint(length + "-" + hex.toHexDigits((int) castagnoli.getValue()) + "-"
                    + hex.toHexDigits((int) ieee.getValue()));
        }
    }
}
