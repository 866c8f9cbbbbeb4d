// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.images.HelmChart;
import io.linkerd.multus.images.operator.OperandRendering;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is checked in is what the chart makes. {@code openshift/render} makes it so. */
class OperandRenderingTest {
    private static final Path ROOT = Path.of("..");

    @Test
    void theControllersResourcesAreWhatTheChartMakes() throws IOException {
        if (Boolean.getBoolean("operator.render")) {
            OperandRendering.write(ROOT);
        }

        assertThat(checkedIn()).as("run openshift/render").isEqualTo(OperandRendering.files(HelmChart.of(ROOT)));
    }

    private static Map<String, String> checkedIn() throws IOException {
        var texts = new TreeMap<String, String>();
        try (var files = Files.newDirectoryStream(OperandRendering.folder(ROOT), "*.yaml")) {
            for (var file : files) {
                texts.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return texts;
    }
}
