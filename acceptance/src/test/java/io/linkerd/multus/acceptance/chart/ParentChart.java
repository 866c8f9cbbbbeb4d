// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.images.HelmChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A chart that has both of ours as dependencies, whose global values reach every chart of its release.
 *
 * @param name of linkerd-multus in its values; another one than its own is an alias
 */
record ParentChart(Path folder, String name) {
    static final Path CHARTS = Path.of("..", "charts");

    private static final String OURS = "linkerd-multus";
    private static final String KINDS = "linkerd-multus-crds";

    /** {@return one that is made in an empty folder} */
    static ParentChart in(Path folder) throws IOException {
        return in(folder, OURS);
    }

    static ParentChart in(Path folder, String name) throws IOException {
        var definition =
                new ArrayList<>(List.of("apiVersion: v2", "name: platform", "version: 1.0.0", "dependencies:"));
        definition.addAll(dependency(folder, OURS, name));
        definition.addAll(dependency(folder, KINDS, KINDS));
        Files.write(folder.resolve("Chart.yaml"), definition);
        Files.write(folder.resolve("values.yaml"), List.of(name + ": {enabled: true}", KINDS + ": {enabled: true}"));
        return new ParentChart(folder, name);
    }

    /** {@return what it makes with values as {@code --set} takes them} */
    Rendering render(Map<String, String> values) throws IOException {
        var template = new HelmChart(folder).template(Chart.RELEASE, Chart.NAMESPACE);
        values.forEach(template::set);
        return new Rendering(HelmChart.objects(template.call()));
    }

    /** {@return what it makes with values as a file has them} */
    Rendering render(JsonNode values) throws IOException {
        var file = Files.writeString(folder.resolve("said.json"), values.toString());
        var template =
                new HelmChart(folder).template(Chart.RELEASE, Chart.NAMESPACE).withValuesFile(file);
        return new Rendering(HelmChart.objects(template.call()));
    }

    private static List<String> dependency(Path folder, String chart, String name) throws IOException {
        copy(CHARTS.resolve(chart), folder.resolve("charts").resolve(chart));
        return List.of(
                "  - name: " + chart,
                "    version: 0.1.0",
                "    alias: " + name,
                "    condition: " + name + ".enabled");
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (var file : files.toList()) {
                var target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
