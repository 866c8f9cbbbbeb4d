// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import io.linkerd.multus.images.HelmChart;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CrdsChartTest {
    private static final Path FOLDER = Path.of("..", "charts", "linkerd-multus-crds");

    @Test
    void lintsWithoutAWarning() {
        var result = new Helm(FOLDER).lint().strict().call();

        assertThat(result.isFailed()).isFalse();
        assertThat(result.getMessages()).allMatch(message -> message.startsWith("[INFO]"));
    }

    @Test
    void anUninstallTakesNoKindAway() throws IOException {
        var manifest = new HelmChart(FOLDER).template("crds", "default").call();

        assertThat(HelmChart.objects(manifest)).hasSize(2).allSatisfy(crd -> {
            assertThat(crd.path("kind").asText()).isEqualTo("CustomResourceDefinition");
            assertThat(crd.at("/metadata/annotations/helm.sh~1resource-policy").asText())
                    .isEqualTo("keep");
        });
    }

    /** It stayed true where linkerd-config's definition of 2019 was taken over, and the API server refused ours. */
    @Test
    void takesOverADefinitionThatKeptUnknownFields() throws IOException {
        var manifest = new HelmChart(FOLDER).template("crds", "default").call();

        assertThat(HelmChart.objects(manifest))
                .filteredOn(crd -> crd.at("/spec/group").asText().equals("config.linkerd.io"))
                .singleElement()
                .satisfies(crd -> assertThat(crd.at("/spec/preserveUnknownFields")
                                        .isBoolean()
                                && !crd.at("/spec/preserveUnknownFields").asBoolean())
                        .isTrue());
    }
}
