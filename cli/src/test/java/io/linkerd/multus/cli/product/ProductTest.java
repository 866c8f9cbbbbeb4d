// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class ProductTest {
    private static Properties written(String version, String documentation) {
        var written = new Properties();
        written.setProperty("version", version);
        written.setProperty("documentation", documentation);
        return written;
    }

    @Test
    void itIsWhatTheBuildWrote() {
        var product = Product.of(written("1.2.3", "https://example.org/help"), Optional.empty());

        assertThat(product.version()).isEqualTo("1.2.3");
        assertThat(product.hint("node-without-plugin")).isEqualTo("https://example.org/help#node-without-plugin");
    }

    @Test
    void classesThatNoBuildFilteredSaySo() {
        var product = Product.of(written("${project.version}", "${cli.documentation}"), Optional.empty());

        assertThat(product.version()).isEqualTo(Product.UNBUILT);
        assertThat(product.documentation()).isEqualTo("https://linkerd-multus.example/docs/troubleshooting.md");
    }

    /** Maven leaves an empty text where ./release was not called. */
    @Test
    void whereItsImagesAreIsWhatTheReleaseWrote() {
        var product = written("1.2.3", "");
        assertThat(Product.of(product, Optional.empty()).registry()).isEmpty();
        product.setProperty("registry", "");
        assertThat(Product.of(product, Optional.empty()).registry()).isEmpty();
        product.setProperty("registry", "${cli.registry}");
        assertThat(Product.of(product, Optional.empty()).registry()).isEmpty();
        product.setProperty("registry", "registry.example.com/mesh");
        assertThat(Product.of(product, Optional.empty()).registry()).contains("registry.example.com/mesh");
    }

    @Test
    void oneStartMayHaveAnotherDocumentation() {
        assertThat(Product.of(written("1.2.3", "https://example.org/help"), Optional.of("https://intranet/help"))
                        .documentation())
                .isEqualTo("https://intranet/help");
    }

    @Test
    void theBuildWritesBesideTheClasses() {
        assertThat(Product.built().version())
                .matches(version -> version.equals(Product.UNBUILT) || version.matches("\\d+\\.\\d+\\.\\d+.*"));
        assertThat(Product.built().documentation()).startsWith("https://").endsWith("/docs/troubleshooting.md");
    }
}
