// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.oci;

import com.google.cloud.tools.jib.blob.Blob;
import com.google.cloud.tools.jib.blob.Blobs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Something that a registry keeps under its digest.
 *
 * @param descriptor how others name it
 * @param blob what it consists of
 */
public record Content(Descriptor descriptor, Blob blob) {
    /** {@return a file's content} */
    public static Content of(String mediaType, Path file) throws IOException {
        return new Content(new Descriptor(mediaType, digest(file), Files.size(file)), Blobs.from(file));
    }

    /** {@return these bytes} */
    public static Content of(String mediaType, byte[] bytes) {
        var copy = bytes.clone();
        return new Content(
                new Descriptor(mediaType, text(sha256().digest(copy)), copy.length),
                Blobs.from(out -> out.write(copy), true));
    }

    /** {@return the digest of a file} */
    public static String digest(Path file) throws IOException {
        var digest = sha256();
        try (var out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            Files.copy(file, out);
        }
        return text(digest.digest());
    }

    private static String text(byte[] digest) {
        return "sha256:" + HexFormat.of().formatHex(digest);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
