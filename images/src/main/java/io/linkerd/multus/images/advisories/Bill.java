// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.advisories;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The bill of materials of a module, as Maven wrote it.
 *
 * @param digest of its bytes, sha256:…
 * @param parts the libraries in it
 */
record Bill(String digest, Set<Part> parts) {
    private static final ObjectMapper JSON = new ObjectMapper();

    Bill {
        parts = Set.copyOf(parts);
    }

    static Bill read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + " is not there: ./mvnw -Prelease package makes it");
        }
        var bytes = Files.readAllBytes(file);
        var parts = JSON.readTree(bytes)
                .path("components")
                .valueStream()
                .filter(component -> component.path("purl").asText().startsWith("pkg:maven/"))
                .map(component -> new Part(
                        component.path("name").asText(),
                        component.path("version").asText()))
                .collect(Collectors.toSet());
        return new Bill("sha256:" + sha256(bytes), parts);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
