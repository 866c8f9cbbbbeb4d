// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.version;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Which linkerd-multus this is; the build writes it beside the classes. */
public final class ProductVersion {
    private static final String FILE = "version.txt";

    private ProductVersion() {}

    /** {@return the version of the product, as in 1.2.3} */
    public static String text() {
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
