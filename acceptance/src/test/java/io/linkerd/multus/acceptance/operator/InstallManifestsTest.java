// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.cli.manifests.Rendering;
import io.linkerd.multus.images.HelmChart;
import io.linkerd.multus.images.manifests.InstallManifests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the command line installs is checked in as the charts make it. {@code openshift/render} makes it so. */
class InstallManifestsTest {
    private static final Path ROOT = Path.of("..");

    @BeforeAll
    static void render() throws IOException {
        if (Boolean.getBoolean("operator.render")) {
            InstallManifests.write(ROOT);
        }
    }

    private static List<JsonNode> objects(String file) throws IOException {
        return HelmChart.objects(Files.readString(InstallManifests.folder(ROOT).resolve(file)));
    }

    @Test
    void isWhatTheChartsMake() throws IOException {
        var checkedIn = new TreeMap<String, String>();
        try (var files = Files.newDirectoryStream(InstallManifests.folder(ROOT), "*.yaml")) {
            for (var file : files) {
                checkedIn.put(file.getFileName().toString(), Files.readString(file));
            }
        }

        assertThat(checkedIn).as("run openshift/render").isEqualTo(InstallManifests.files(ROOT));
    }

    /** The command line puts a registry in as the chart does. */
    @Test
    void anotherRegistryIsWhatTheChartMakesOfIt() throws IOException {
        var registry = "registry.example.com:5000/mesh";
        var rendered = InstallManifests.files(ROOT, registry);

        for (var one : Rendering.values()) {
            assertThat(one.text(registry)).isEqualTo(rendered.get(one.platform() + "-" + one.mode() + ".yaml"));
        }
        assertThat(rendered).hasSize(Rendering.values().length);
    }

    /** kubectl runs no hooks. */
    @Test
    void nothingInItIsHelmsAlone() throws IOException {
        for (var file : InstallManifests.files(ROOT).values()) {
            assertThat(file).doesNotContain("helm.sh/hook", "managed-by: Helm");
        }
    }

    @Test
    void kubectlComesToNothingBeforeWhatItLiesIn() throws IOException {
        for (var file : InstallManifests.files(ROOT).keySet()) {
            var objects = objects(file);

            assertThat(objects.getFirst().path("kind").asText()).isEqualTo("Namespace");
            assertThat(objects.getFirst()
                            .at("/metadata/labels/linkerd.io~1extension")
                            .asText())
                    .isEqualTo("multus");
            assertThat(objects.get(1).path("kind").asText()).isEqualTo("CustomResourceDefinition");
            assertThat(objects)
                    .extracting(object -> object.path("kind").asText())
                    .contains("DaemonSet", "Deployment");
        }
    }

    /** A namespace with the label of an extension is attached otherwise. */
    @Test
    void theControllerLeavesTheReleasesNamespaceOut() throws IOException {
        for (var file : InstallManifests.files(ROOT).keySet()) {
            assertThat(objects(file))
                    .filteredOn(object -> object.at("/metadata/name").asText().equals("linkerd-multus-controller")
                            && object.path("kind").asText().equals("Deployment"))
                    .singleElement()
                    .satisfies(controller -> assertThat(controller
                                    .at("/spec/template/spec/containers/0/env")
                                    .valueStream()
                                    .filter(variable ->
                                            variable.path("name").asText().equals("LINKERD_MULTUS_EXCLUDED_NAMESPACES"))
                                    .findAny())
                            .hasValueSatisfying(variable ->
                                    assertThat(variable.path("value").asText()).startsWith("linkerd-multus,")));
        }
    }
}
