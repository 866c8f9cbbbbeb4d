// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DownloadsTest {
    @Test
    void krewFindsTheArchiveOfItsPlatform() throws IOException {
        var text = Downloads.krew(
                "1.2.3",
                "https://example.com/v1.2.3/",
                new TreeMap<>(Map.of("arm64", "b".repeat(64), "amd64", "a".repeat(64))));

        var manifest = new YAMLMapper().readTree(text);
        assertThat(manifest.at("/metadata/name").asText()).isEqualTo("linkerd-multus");
        // krew wants a semantic version with a v
        assertThat(manifest.at("/spec/version").asText()).isEqualTo("v1.2.3");
        assertThat(manifest.at("/spec/shortDescription").asText()).hasSizeLessThan(80);
        var platforms = manifest.at("/spec/platforms");
        assertThat(platforms).hasSize(2);
        var second = platforms.path(1);
        assertThat(second.at("/selector/matchLabels/os").asText()).isEqualTo("linux");
        assertThat(second.at("/selector/matchLabels/arch").asText()).isEqualTo("arm64");
        assertThat(second.path("uri").asText())
                .isEqualTo("https://example.com/v1.2.3/linkerd-multus-1.2.3-linux-arm64.tar.gz");
        assertThat(second.path("sha256").asText()).isEqualTo("b".repeat(64));
        assertThat(second.path("bin").asText()).isEqualTo("linkerd-multus-1.2.3/bin/kubectl-linkerd_multus");
    }
}
