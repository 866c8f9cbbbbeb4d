// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.linkerd.multus.images.HelmChart;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.oci.Descriptor;
import io.linkerd.multus.images.operator.OlmBundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseSourcesTest {
    private static final String REGISTRY = "registry.example.com/mesh";
    private static final String PLUGIN = "sha256:" + "c".repeat(64);
    private static final Pattern IMAGE = Pattern.compile("\\S+/\\S+@sha256:[0-9a-f]{64}");

    @TempDir
    private Path folder;

    private ReleaseSources sources = new ReleaseSources(Path.of("/"));

    @BeforeEach
    void copy() throws IOException {
        sources = ReleaseSources.copy(Path.of(".."), folder.resolve("sources"));
    }

    private static Map<Service, Descriptor> images() {
        return Map.of(
                Service.INSTALLER, new Descriptor("image", "sha256:" + "0".repeat(64), 1),
                Service.CONTROLLER, new Descriptor("image", "sha256:" + "1".repeat(64), 1),
                Service.WEBHOOK, new Descriptor("image", "sha256:" + "2".repeat(64), 1),
                Service.MULTUS, new Descriptor("image", "sha256:" + "3".repeat(64), 1),
                Service.CLI, new Descriptor("image", "sha256:" + "4".repeat(64), 1));
    }

    @Test
    void theChartTakesEachImageByItsDigestFromTheRegistry() throws IOException {
        sources.fillIn(REGISTRY, images());
        sources.fillInPlugin(PLUGIN);

        var rendered = HelmChart.of(sources.root())
                .template("mesh", "mesh")
                .set("multus.enabled", "true")
                .call();

        assertThat(rendered.lines()
                        .map(String::strip)
                        .filter(line -> line.startsWith("image: "))
                        .distinct())
                .containsExactlyInAnyOrder(
                        "image: " + REGISTRY + "/linkerd-multus/installer@sha256:" + "0".repeat(64),
                        "image: " + REGISTRY + "/linkerd-multus/controller@sha256:" + "1".repeat(64),
                        "image: " + REGISTRY + "/linkerd-multus/webhook@sha256:" + "2".repeat(64),
                        "image: " + REGISTRY + "/linkerd-multus/multus@sha256:" + "3".repeat(64),
                        "image: cr.l5d.io/linkerd/cni-plugin@" + PLUGIN);
    }

    @Test
    void theBundleNamesTheSameImagesWhereverItNamesOne() throws IOException {
        sources.fillIn(REGISTRY, images());
        sources.fillInPlugin(PLUGIN);
        sources.fillIn(List.of("amd64", "arm64"));

        var csv = csv();

        assertThat(csv.at("/spec/relatedImages"))
                .hasSize(4)
                .allSatisfy(image -> assertThat(image.path("image").asText()).matches(IMAGE));
        var related = csv.at("/spec/relatedImages")
                .valueStream()
                .map(image -> image.path("image").asText())
                .toList();
        var container = csv.at("/spec/install/spec/deployments/0/spec/template/spec/containers/0");
        assertThat(container.path("image").asText()).isIn(related);
        assertThat(container
                        .path("env")
                        .valueStream()
                        .filter(variable -> variable.path("name").asText().startsWith("RELATED_IMAGE_"))
                        .map(variable -> variable.path("value").asText()))
                .hasSize(3)
                .allSatisfy(image -> assertThat(image).isIn(related));
        assertThat(csv.toString()).doesNotContain("localhost/");
        assertThat(csv.at("/metadata/labels").properties())
                .extracting(Map.Entry::getKey)
                .contains("operatorframework.io/arch.amd64", "operatorframework.io/arch.arm64");
    }

    @Test
    void theCatalogOffersTheBundleByItsDigest() throws IOException {
        sources.fillIn(REGISTRY, images());
        var bundle = REGISTRY + "/linkerd-multus/bundle@sha256:" + "b".repeat(64);

        var images = OlmBundle.catalog(sources.root(), bundle)
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("image: ") || line.startsWith("containerImage: "))
                .toList();

        assertThat(images).noneMatch(line -> line.contains("localhost/"));
        assertThat(images).filteredOn(("image: " + bundle)::equals).hasSize(2);
    }

    @Test
    void refusesAChartThatItDoesNotUnderstand() throws IOException {
        var values = sources.chart("linkerd-multus").resolve("values.yaml");
        Files.writeString(
                values, Files.readString(values).replace("imageRegistry: localhost", "imageRegistry: elsewhere"));

        assertThatThrownBy(() -> sources.fillIn(REGISTRY, images()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("values.yaml");
    }

    private JsonNode csv() throws IOException {
        return new YAMLMapper()
                .readTree(OlmBundle.files(sources.root())
                        .get("bundle/manifests/linkerd-multus.clusterserviceversion.yaml"));
    }
}
