// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A digest of everything that a result is made from; equal ones mean that the result need not be made again. */
final class Fingerprint {
    /** Enough that two states of a working copy never meet, short enough for a file name. */
    private static final int LENGTH = 16;

    private final MessageDigest digest = sha256();

    Fingerprint text(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
        return this;
    }

    Fingerprint texts(Iterable<String> texts) {
        texts.forEach(this::text);
        return this;
    }

    Fingerprint file(Path file) throws IOException {
        text(file.getFileName() + " " + Files.size(file));
        try (var sink = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            Files.copy(file, sink);
        }
        return this;
    }

    /** Adds all regular files below {@code directory}, in the order of their names. */
    Fingerprint tree(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
                text(directory.relativize(file).toString()).file(file);
            }
        }
        return this;
    }

    /** Adds the compiled form of {@code code}: whoever changes how a result is made, makes a new one. */
    Fingerprint code(Class<?> code) throws IOException {
        try (InputStream compiled = code.getResourceAsStream(code.getSimpleName() + ".class")) {
            if (compiled == null) {
                throw new IOException("no class file of " + code);
            }
            digest.update(compiled.readAllBytes());
            return this;
        }
    }

    String value() {
        return HexFormat.of().formatHex(digest.digest()).substring(0, LENGTH);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
