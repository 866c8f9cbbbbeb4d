// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.validators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules of the Operator SDK's scorecard, which itself takes a cluster and an image of the Operator Framework's registry
 * (operator-sdk 1.42.2, {@code internal/scorecard/tests}). What is a suggestion there is held here as well, but for the status in an
 * example, which is the operator's to write.
 */
class ScorecardTest {
    private static final Path BUNDLE = Path.of("..", "openshift", "bundle");
    private static final YAMLMapper YAML = new YAMLMapper();

    /** {@return what people are given to begin with} */
    static List<JsonNode> examples() throws IOException {
        var examples =
                YAML.readTree(csv().at("/metadata/annotations/alm-examples").asText());
        assertThat(examples).isNotEmpty();
        return examples.valueStream().toList();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void basicCheckSpec(JsonNode example) {
        assertThat(example.path("spec").isObject()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void olmCrdsHaveValidation(JsonNode example) throws IOException {
        var crd = manifest(
                example.path("kind").asText().equals("LinkerdConfig")
                        ? "config.linkerd.io_linkerdconfigs.yaml"
                        : "multus.linkerd.io_linkerdmultuses.yaml");
        assertThat(crd.at("/spec/names/kind")).isEqualTo(example.path("kind"));
        var version = crd.at("/spec/versions")
                .valueStream()
                .filter(each -> (crd.at("/spec/group").asText() + "/"
                                + each.path("name").asText())
                        .equals(example.path("apiVersion").asText()))
                .findAny()
                .orElseThrow();

        var properties = version.at("/schema/openAPIV3Schema/properties");
        assertThat(fields(properties.at("/spec/properties"))).containsAll(fields(example.path("spec")));
        assertThat(fields(properties.at("/status/properties"))).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void olmCrdsHaveResources(JsonNode example) throws IOException {
        assertThat(owned(example).path("resources")).isNotEmpty().allSatisfy(resource -> {
            assertThat(resource.path("kind").asText()).isNotBlank();
            assertThat(resource.path("version").asText()).isNotBlank();
        });
    }

    /** By the exact name: a descriptor of {@code webhook.replicas} is none of {@code webhook}. */
    @ParameterizedTest
    @MethodSource("examples")
    void olmSpecDescriptors(JsonNode example) throws IOException {
        assertThat(paths(owned(example).path("specDescriptors"))).containsAll(fields(example.path("spec")));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void olmStatusDescriptors(JsonNode example) throws IOException {
        assertThat(paths(owned(example).path("statusDescriptors"))).isNotEmpty();
    }

    private static JsonNode owned(JsonNode example) throws IOException {
        return csv().at("/spec/customresourcedefinitions/owned")
                .valueStream()
                .filter(crd -> crd.path("kind").equals(example.path("kind")))
                .filter(crd -> example.path("apiVersion")
                        .asText()
                        .endsWith("/" + crd.path("version").asText()))
                .findAny()
                .orElseThrow();
    }

    private static Set<String> paths(JsonNode descriptors) {
        return descriptors
                .valueStream()
                .map(descriptor -> descriptor.path("path").asText())
                .collect(Collectors.toSet());
    }

    private static Set<String> fields(JsonNode object) {
        return object.properties().stream().map(Map.Entry::getKey).collect(Collectors.toCollection(HashSet::new));
    }

    private static JsonNode csv() throws IOException {
        return manifest("linkerd-multus.clusterserviceversion.yaml");
    }

    private static JsonNode manifest(String file) throws IOException {
        return YAML.readTree(BUNDLE.resolve("manifests").resolve(file).toFile());
    }
}
