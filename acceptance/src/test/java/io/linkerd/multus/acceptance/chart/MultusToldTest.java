// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.elements;
import static io.linkerd.multus.acceptance.chart.Rendering.texts;
import static io.linkerd.multus.acceptance.chart.Rendering.variable;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The daemon's sources know what the chart tells it: an unknown variable ends the daemon, an unknown key means nothing to it. */
class MultusToldTest {
    private static final String DAEMON = "multus/src/main/java/io/linkerd/multus/daemon";
    private static final String PREFIX = "LINKERD_MULTUS_";

    private static final MultusRendering EVERYTHING = new MultusRendering(Chart.renderCi("multus-values.yaml"));

    /** Two that every part is told were none of its settings, and it ended with status 78. */
    @Test
    void itKnowsEveryVariable() throws IOException {
        var sources = sources(DAEMON) + sources("service/src/main/java");

        assertThat(elements(EVERYTHING.daemon().path("env"))
                        .map(variable -> variable.path("name").asText()))
                .hasSizeGreaterThan(10)
                .allMatch(name -> name.startsWith(PREFIX)
                        ? sources.contains("PREFIX + \"" + name.substring(PREFIX.length()) + "\"")
                        : sources.contains("\"" + name + "\""));
    }

    @Test
    void itKnowsEveryKeyOfItsConfiguration() throws IOException {
        var sources = sources(DAEMON + "/config");

        assertThat(EVERYTHING.config().properties())
                .hasSizeGreaterThan(20)
                .extracting(Map.Entry::getKey)
                .allMatch(key -> sources.contains("\"" + key + "\""));
    }

    /** The chart wrote TRIED_AGAIN, of which the settings' reader knows nothing: it takes dashes. */
    @Test
    void itKnowsEveryWayWithUnknownPods() throws IOException {
        var sources = sources(DAEMON + "/commands/UnknownPods.java");
        var schema =
                Objects.requireNonNull(Chart.everywhere("values.schema.json").get("multus"));

        for (var value : texts(schema.at("/properties/unknownPods/enum"))) {
            var told =
                    variable(MultusRendering.of(Map.of("unknownPods", value)).daemon(), "LINKERD_MULTUS_UNKNOWN_PODS");
            assertThat(told).matches("[a-z]+(-[a-z]+)*");
            assertThat(sources).containsPattern("\\b" + told.replace('-', '_').toUpperCase(Locale.ROOT) + "\\b");
        }
    }

    /** {@return the text of all sources there} */
    private static String sources(String path) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("..", path))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(MultusToldTest::text)
                    .collect(Collectors.joining());
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
