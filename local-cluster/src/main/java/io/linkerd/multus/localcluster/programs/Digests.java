// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Short names for contents: the first half of their SHA-256, which is plenty to tell a cache's entries apart. */
public final class Digests {
    private static final int BYTES = 16;

    private Digests() {}

    /** Returns the digest of texts, as a list: the same words in other places are another list. */
    public static String ofTexts(List<String> texts) {
        var digest = sha256();
        for (var text : texts) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
            digest.update(bytes);
        }
        return text(digest);
    }

    /** Returns the digest of a file's content. */
    public static String ofFile(Path file) throws IOException {
        var digest = sha256();
        try (var out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            Files.copy(file, out);
        }
        return text(digest);
    }

    /** Returns a digest that stands for a file that is written once and then never changed in place. */
    public static String ofFileOnce(Path file) throws IOException {
        var real = file.toRealPath();
        return ofTexts(List.of(
                real.toString(),
                Long.toString(Files.size(real)),
                Files.getLastModifiedTime(real).toString()));
    }

    private static String text(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
