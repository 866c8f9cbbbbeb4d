// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodOverlayTest {
    private static final String RENDERED = "localhost/linkerd-multus/installer:0.1.0";

    /** The folder of the registry that a release was pushed to stayed behind the other one: mirror.example.com/mesh/mesh/linkerd-multus/installer. */
    @ParameterizedTest
    @CsvSource({
        "localhost/linkerd-multus/installer:1, mirror.example.com/mesh, mirror.example.com/mesh/linkerd-multus/installer:1",
        "registry.example.com/mesh/linkerd-multus/installer@sha256:0a, mirror.example.com/mesh,"
                + "mirror.example.com/mesh/linkerd-multus/installer@sha256:0a",
        "registry.example.com:5000/a/b/linkerd-multus/installer:1@sha256:0a, mirror.example.com:5000/,"
                + "mirror.example.com:5000/linkerd-multus/installer:1@sha256:0a",
        "registry.example.com:5000/linkerd-multus/installer, localhost, localhost/linkerd-multus/installer",
        "registry.example.com/vendor/installer-rhel9@sha256:0a, mirror.example.com, mirror.example.com/vendor/installer-rhel9@sha256:0a",
        "registry.example.com/not-linkerd-multus/installer:1, mirror.example.com, mirror.example.com/not-linkerd-multus/installer:1"
    })
    void aRegistryTakesThePlaceOfTheOneBeforeWithItsFolder(String bundled, String registry, String image) {
        assertThat(PodOverlay.image(null, registry, Optional.of(bundled)).apply(RENDERED))
                .isEqualTo(image);
    }

    @Test
    void whatIsSaidOfOneImageCountsBeforeRegistryAndBundle() {
        var bundled = Optional.of("registry.example.com/mesh/linkerd-multus/installer@sha256:0a");

        assertThat(PodOverlay.image("a.example/b:1", "mirror.example.com", bundled)
                        .apply(RENDERED))
                .isEqualTo("a.example/b:1");
        assertThat(PodOverlay.image(null, null, bundled).apply(RENDERED)).isEqualTo(bundled.get());
        assertThat(PodOverlay.image(null, "mirror.example.com", Optional.empty())
                        .apply(RENDERED))
                .isEqualTo("mirror.example.com/linkerd-multus/installer:0.1.0");
    }
}
