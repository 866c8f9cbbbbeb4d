// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.training;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.images.HelmChart;
import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Our release with all of its parts, as the charts render it for OpenShift.
 *
 * @param kinds definitions of our kinds, YAML
 * @param manifest all objects, YAML
 * @param objects the same, read
 */
public record RenderedChart(String kinds, String manifest, List<JsonNode> objects) {
    /** Name of the release, and of its namespace. */
    public static final String RELEASE = "linkerd-multus";

    /** Copies the list. */
    public RenderedChart {
        objects = List.copyOf(objects);
    }

    /** Renders the charts of the working copy. */
    public static RenderedChart of(Project project) throws IOException {
        var kinds = HelmChart.ofKinds(project.root()).template(RELEASE, RELEASE).call();
        var manifest = HelmChart.of(project.root())
                .template(RELEASE, RELEASE)
                .set("global.platform", "openshift")
                .set("multus.enabled", "true")
                .call();
        return new RenderedChart(kinds, manifest, HelmChart.objects(manifest));
    }

    /** {@return the folders of its node that a service is given} */
    List<String> hostFolders(Service service) {
        return pod(service)
                .path("volumes")
                .valueStream()
                .map(volume -> volume.at("/hostPath/path").asText())
                .filter(path -> !path.isEmpty())
                .toList();
    }

    /**
     * Returns what a service finds in its environment.
     *
     * @param fields of its pod, by their paths, as far as a service asks for them
     */
    Map<String, String> environment(Service service, Map<String, String> fields) {
        var environment = new LinkedHashMap<String, String>();
        for (var variable : container(service).path("env")) {
            var field = variable.at("/valueFrom/fieldRef/fieldPath").asText();
            environment.put(
                    variable.path("name").asText(),
                    field.isEmpty() ? variable.path("value").asText() : fields.getOrDefault(field, ""));
        }
        return environment;
    }

    private JsonNode container(Service service) {
        return pod(service)
                .path("containers")
                .valueStream()
                .filter(container -> container.path("name").asText().equals(service.module()))
                .findFirst()
                .orElseThrow();
    }

    private JsonNode pod(Service service) {
        return objects.stream()
                .filter(object -> List.of("DaemonSet", "Deployment")
                        .contains(object.path("kind").asText()))
                .filter(object -> object.at("/metadata/name").asText().equals(RELEASE + "-" + service.module()))
                .map(object -> object.at("/spec/template/spec"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the chart has no workload for the " + service.module()));
    }
}
