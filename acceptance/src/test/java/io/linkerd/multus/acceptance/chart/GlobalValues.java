// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.linkerd.multus.images.HelmChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The global values that the chart knows, by their names without {@code global}, and what it refuses of them. */
final class GlobalValues {
    /** In the words of the template, which judges what all charts of a release share. */
    static final Pattern SAID_BY_TEMPLATE = Pattern.compile("(?m)(?:^|: )global\\.([a-zA-Z0-9.]+): ");
    /** In the words of the schema, which judges the chart's own object. */
    static final Pattern SAID_BY_SCHEMA = Pattern.compile("at '/global/linkerdMultus/([a-zA-Z0-9/]+)");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path TABLE = ParentChart.CHARTS.resolve("linkerd-multus/templates/_globals.tpl");
    private static final Pattern ROW = Pattern.compile("^([a-zA-Z0-9.]+): (\\{usual: .*})$", Pattern.MULTILINE);
    private static final Pattern ACTION = Pattern.compile("\\{\\{.*?}}");

    private GlobalValues() {}

    /** {@return the template's table: what each is where nothing is said} */
    static Map<String, JsonNode> table() throws IOException {
        var rows = new TreeMap<String, JsonNode>();
        for (var row : ROW.matcher(Files.readString(TABLE)).results().toList()) {
            var text = ACTION.matcher(row.group(2)).replaceAll("x");
            rows.put(row.group(1), new YAMLMapper().readTree(text).path("usual"));
        }
        return rows;
    }

    static Collection<String> names() throws IOException {
        return table().keySet();
    }

    /** {@return values in which each of these has that one} */
    static ObjectNode each(String prefix, Collection<String> names, String value) throws IOException {
        var values = JSON.createObjectNode();
        for (var name : names) {
            var path = "/" + (prefix + name).replace('.', '/');
            var slash = path.lastIndexOf('/');
            var parent = values.withObject(path.substring(0, slash));
            parent.set(path.substring(slash + 1), value(value));
        }
        return values;
    }

    private static JsonNode value(String text) throws IOException {
        return JSON.readTree(text.replace('\'', '"'));
    }

    /** {@return the names of values that are refused of these} Of an object in which something is refused the schema says so as well. */
    static Set<String> refused(Pattern by, ObjectNode values) throws IOException {
        return refused(by, () -> render(values));
    }

    static Set<String> refused(Pattern by, ThrowingCallable rendering) throws IOException {
        var refusal = catchThrowable(rendering);
        var names = new TreeSet<String>();
        if (refusal != null) {
            for (var said :
                    by.matcher(String.valueOf(refusal.getMessage())).results().toList()) {
                named(said.group(1)).ifPresent(names::add);
            }
            assertThat(names).as(refusal.getMessage()).isNotEmpty();
        }
        return names;
    }

    private static Optional<String> named(String place) throws IOException {
        var dotted = place.replace('/', '.');
        return names().stream()
                .filter(name -> (dotted + ".").startsWith(name + "."))
                .findAny();
    }

    static Rendering render(JsonNode values) throws IOException {
        var file = Files.createTempFile("values", ".json");
        try {
            Files.writeString(file, values.toString());
            return new Rendering(HelmChart.objects(new HelmChart(ParentChart.CHARTS.resolve("linkerd-multus"))
                    .template(Chart.RELEASE, Chart.NAMESPACE)
                    .withValuesFile(file)
                    .call()));
        } finally {
            Files.delete(file);
        }
    }
}
