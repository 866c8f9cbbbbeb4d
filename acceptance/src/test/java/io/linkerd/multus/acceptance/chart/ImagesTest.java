// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which images nodes run, some of them as root: never one that nobody chose. */
class ImagesTest {
    @Test
    void aBareInstallPullsNoStrangersImage() {
        assertThat(images(Map.of()))
                .containsExactlyInAnyOrder(
                        "localhost/linkerd-multus/installer:0.1.0",
                        "localhost/linkerd-multus/controller:0.1.0",
                        "localhost/linkerd-multus/webhook:0.1.0",
                        "cr.l5d.io/linkerd/cni-plugin:v1.6.8");
    }

    @Test
    void comeFromWhereTheyAreSaidToBe() {
        assertThat(images(Map.of(
                        "global.imageRegistry",
                        "registry.example.com/mesh/",
                        "installer.image.repository",
                        "registry.example.org:5000/installer",
                        "controller.image.digest",
                        "sha256:" + "0".repeat(64),
                        "webhook.image.tag",
                        "next")))
                .containsExactlyInAnyOrder(
                        "registry.example.org:5000/installer:0.1.0",
                        "registry.example.com/mesh/linkerd-multus/controller@sha256:" + "0".repeat(64),
                        "registry.example.com/mesh/linkerd-multus/webhook:next",
                        "cr.l5d.io/linkerd/cni-plugin:v1.6.8");
    }

    @Test
    void anImageOfNoRegistryIsRefused() {
        assertThatThrownBy(() -> images(Map.of("global.imageRegistry", "")))
                .hasMessageContaining("does not say which registry it is from")
                .hasMessageContaining("set global.imageRegistry");
        assertThatThrownBy(() -> images(Map.of("installer.plugin.image.repository", "linkerd/cni-plugin")))
                .hasMessageContaining("image linkerd/cni-plugin");
    }

    private static Stream<String> images(Map<String, String> values) {
        return Chart.render(values)
                .pods()
                .flatMap(Rendering::containers)
                .map(container -> container.path("image").asText());
    }
}
