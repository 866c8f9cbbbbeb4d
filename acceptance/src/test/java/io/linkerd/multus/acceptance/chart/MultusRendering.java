// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.elements;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** What the chart makes with its part {@code multus} switched on. */
record MultusRendering(Rendering objects) {
    static final String NAME = "mesh-multus";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** {@return that on Kubernetes, with values of the part} */
    static MultusRendering of(Map<String, String> values) {
        return of("kubernetes", values);
    }

    static MultusRendering of(String platform, Map<String, String> values) {
        var all = new HashMap<>(Map.of("multus.enabled", "true", "global.platform", platform));
        values.forEach((key, value) -> all.put("multus." + key, value));
        return new MultusRendering(Chart.render(all));
    }

    /** {@return what {@code global.platform} may say} */
    static Stream<String> platforms() {
        return Objects.requireNonNull(Chart.everywhere("values.schema.json").get(""))
                .at("/properties/global/properties/linkerdMultus/properties/platform/enum")
                .valueStream()
                .map(JsonNode::asText);
    }

    JsonNode config() throws IOException {
        return JSON.readTree(objects.one("ConfigMap", NAME + "-config")
                .at("/data/daemon-config.json")
                .asText());
    }

    JsonNode pod() {
        return objects.one("DaemonSet", NAME).at("/spec/template");
    }

    JsonNode daemon() {
        return pod().at("/spec/containers/0");
    }

    /** {@return where a folder of the node is mounted} */
    JsonNode mountOf(String folder) {
        var volume = elements(pod().at("/spec/volumes"))
                .filter(candidate -> candidate.at("/hostPath/path").asText().equals(folder))
                .map(candidate -> candidate.path("name").asText())
                .findAny()
                .orElseThrow(() -> new AssertionError("no volume of " + folder));
        return elements(daemon().path("volumeMounts"))
                .filter(mount -> mount.path("name").asText().equals(volume))
                .findAny()
                .orElseThrow();
    }
}
