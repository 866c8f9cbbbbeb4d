// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.product;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Properties;

/**
 * What this program was built as.
 *
 * @param version as in 1.2.3; {@value #UNBUILT} where classes run that no build made a jar of
 * @param documentation address of docs/troubleshooting.md
 * @param registry host and path where the release pushed the images of this version; empty where nothing was released
 */
public record Product(String version, String documentation, Optional<String> registry) {
    /** Version of classes that no build made a jar of. */
    public static final String UNBUILT = "development";

    /** The system property by which one start has another address for the documentation. */
    public static final String DOCUMENTATION_PROPERTY = "linkerd-multus.documentation";

    /** The address where the build says none. A publisher sets {@code cli.documentation} of cli/pom.xml instead. */
    private static final String DOCUMENTATION = "https://linkerd-multus.example/docs/troubleshooting.md";

    private static final String FILE = "build.properties";

    /** {@return what the build wrote} */
    public static Product built() {
        var written = new Properties();
        try (var file = Product.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException(FILE + " is missing beside the classes");
            }
            written.load(new InputStreamReader(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + " cannot be read", e);
        }
        return of(written, Optional.ofNullable(System.getProperty(DOCUMENTATION_PROPERTY)));
    }

    /** What no build has filled in is still the placeholder of Maven's filter. */
    static Product of(Properties written, Optional<String> documentation) {
        return new Product(
                filled(written, "version").orElse(UNBUILT),
                documentation.or(() -> filled(written, "documentation")).orElse(DOCUMENTATION),
                filled(written, "registry"));
    }

    private static Optional<String> filled(Properties written, String key) {
        return Optional.ofNullable(written.getProperty(key))
                .filter(value -> !value.isBlank() && !value.startsWith("${"));
    }

    /** {@return the address of that part of the documentation, as in {@code node-without-plugin}} */
    public String hint(String part) {
        return documentation + "#" + part;
    }
}
