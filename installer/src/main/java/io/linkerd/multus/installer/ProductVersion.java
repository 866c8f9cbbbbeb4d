// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Which linkerd-multus this is; the build writes it beside the classes. */
final class ProductVersion {
    private static final String FILE = "version.txt";

    private ProductVersion() {}

    static String text() {
        try (var file = ProductVersion.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException(FILE + " is missing beside the classes");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + " cannot be read", e);
        }
    }
}
