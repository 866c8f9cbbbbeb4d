// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.validators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What Helm 4 makes of the charts, hooks too: for every values file, and for every platform by its name alone. */
final class ChartRenderings {
    private static final Path CHARTS = Path.of("..", "charts");
    private static final Path CHART = CHARTS.resolve("linkerd-multus");

    private ChartRenderings() {}

    /** {@return how many there are} */
    static int count() throws IOException {
        return 1 + valuesFiles().size() + platforms().size();
    }

    /** Puts each into a file of its own. */
    static void write(Path folder) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("crds.yaml"), render(CHARTS.resolve("linkerd-multus-crds"), List.of()));
        for (var values : valuesFiles()) {
            Files.writeString(
                    folder.resolve(values.getFileName().toString()),
                    render(CHART, List.of("--values", values.toString())));
        }
        for (var platform : platforms()) {
            Files.writeString(
                    folder.resolve("platform-" + platform + ".yaml"),
                    render(CHART, List.of("--set", "global.platform=" + platform)));
        }
    }

    /** {@return those that stand for the ways in which the chart is installed} */
    static List<Path> valuesFiles() throws IOException {
        try (var files = Files.list(CHART.resolve("ci"))) {
            return files.sorted().toList();
        }
    }

    private static List<String> platforms() throws IOException {
        var schema =
                new ObjectMapper().readTree(CHART.resolve("values.schema.json").toFile());
        var platforms = schema.at("/properties/global/properties/linkerdMultus/properties/platform/enum")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
        assertThat(platforms).contains("openshift", "kubernetes");
        return platforms;
    }

    private static String render(Path chart, List<String> more) throws IOException, InterruptedException {
        var arguments = new ArrayList<>(List.of("template", "mesh", chart.toString(), "--namespace=mesh-system"));
        // Helm's own default is older than the chart allows.
        arguments.add("--kube-version=1.35.0");
        arguments.addAll(more);
        var said = ValidatorPrograms.run(ValidatorPrograms.helm(), arguments.toArray(String[]::new));
        assertThat(said.succeeded()).as(arguments + ": " + said.errors()).isTrue();
        return said.output();
    }
}
