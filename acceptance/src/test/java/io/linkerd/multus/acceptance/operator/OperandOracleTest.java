// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.TemplateCommand;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.controller.operand.BundleImages;
import io.linkerd.multus.controller.operand.ControllerVariables;
import io.linkerd.multus.controller.operand.Operand;
import io.linkerd.multus.controller.operand.OperandSpec;
import io.linkerd.multus.controller.operand.Rendering;
import io.linkerd.multus.controller.operand.SpecProblems;
import io.linkerd.multus.controller.settings.ControllerSettings;
import io.linkerd.multus.images.HelmChart;
import io.linkerd.multus.service.settings.InvalidSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a LinkerdMultus asks for, the operator makes what Helm makes of the values that ask for the same. */
class OperandOracleTest {
    private static final int SPECS = Integer.getInteger("operator.specs", 50);
    private static final long FROM = Long.getLong("operator.specs.from", 1);

    private static final HelmChart CHART = HelmChart.of(Path.of(".."));
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

    @TempDir
    Path folder;

    /** Where the images come from that operator and chart are told of when nothing else is said. */
    enum Origin {
        /** As they are checked in. */
        WORKING_COPY,
        /** As {@code ./release} fills them in: from a registry with a folder, by digest. */
        RELEASE;

        private static final String REGISTRY = "registry.example.com/mesh";
        private static final String INSTALLER = "sha256:" + "1".repeat(64);
        private static final String WEBHOOK = "sha256:" + "2".repeat(64);
        private static final String PLUGIN = "sha256:" + "3".repeat(64);

        BundleImages images() {
            return switch (this) {
                case WORKING_COPY -> BundleImages.NONE;
                case RELEASE ->
                    new BundleImages(
                            Optional.of(REGISTRY + "/linkerd-multus/installer@" + INSTALLER),
                            Optional.of(REGISTRY + "/linkerd-multus/webhook@" + WEBHOOK),
                            Optional.of("cr.l5d.io/linkerd/cni-plugin@" + PLUGIN));
            };
        }

        private ObjectNode filledIn() {
            var values = JSON.createObjectNode();
            if (this == RELEASE) {
                values.withObject("/global").put("imageRegistry", REGISTRY);
                values.withObject("/installer/image").put("digest", INSTALLER);
                values.withObject("/installer/plugin/image").put("digest", PLUGIN);
                values.withObject("/webhook/image").put("digest", WEBHOOK);
            }
            return values;
        }

        /** {@return the same, in which the chart has these values where nothing else is asked for} */
        GeneratedSpec over(GeneratedSpec generated) throws IOException {
            var filledIn = filledIn();
            for (var image : List.of("/installer/image", "/installer/plugin/image", "/webhook/image")) {
                if (!generated.values().at(image).isMissingNode() && filledIn.at(image) instanceof ObjectNode digest) {
                    digest.removeAll();
                }
            }
            JSON.readerForUpdating(filledIn).readValue(generated.values().toString());
            return new GeneratedSpec(generated.platform(), generated.namespace(), generated.spec(), filledIn);
        }
    }

    @ParameterizedTest
    @EnumSource(Origin.class)
    void theOperatorMakesWhatHelmMakes(Origin origin) throws IOException {
        for (var seed = FROM; seed < FROM + SPECS; seed++) {
            var generated = origin.over(GeneratedSpec.of(new Random(seed)));
            var spec = SERIALIZATION.convertValue(generated.spec(), OperandSpec.class);
            var platform = generated.platform();

            assertThat(SpecProblems.of(spec, generated.namespace(), platform))
                    .as("spec %d: %s", seed, generated.spec())
                    .isEmpty();
            var made = new Operand(spec, generated.namespace(), origin.images())
                    .objects(new Rendering(platform))
                    .orElseThrow();

            isTheSame(
                    "spec %d on %s: %s".formatted(seed, platform, generated.spec()),
                    Objects.byName(made.stream().map(JSON::<JsonNode>valueToTree)),
                    helms(generated));
        }
    }

    @Test
    void theOperatorsOwnSettingsAreThoseThatHelmGivesTheController() throws IOException, InvalidSettings {
        for (var seed = FROM; seed < FROM + SPECS; seed++) {
            var generated = GeneratedSpec.of(new Random(seed));
            var spec = SERIALIZATION.convertValue(generated.spec(), OperandSpec.class);
            var usual = new HashMap<>(
                    helmsVariables(CHART.template(Rendering.RELEASE, generated.namespace()), generated.namespace()));
            usual.putAll(ControllerVariables.of(spec, generated.namespace()));

            assertThat(ControllerSettings.read(usual))
                    .as("spec %d: %s", seed, generated.spec())
                    .isEqualTo(ControllerSettings.read(helmsVariables(template(generated), generated.namespace())));
        }
    }

    /** The API server refuses to apply a list with one name twice. */
    @Test
    void theOperatorNamesEachVariableAndSecretOnce() {
        for (var seed = FROM; seed < FROM + SPECS; seed++) {
            var generated = GeneratedSpec.of(new Random(seed));
            var spec = SERIALIZATION.convertValue(generated.spec(), OperandSpec.class);
            var made = new Operand(spec, generated.namespace(), BundleImages.NONE)
                    .objects(new Rendering(generated.platform()))
                    .orElseThrow();

            assertThat(made.stream().map(JSON::<JsonNode>valueToTree).map(object -> object.at("/spec/template/spec")))
                    .as("spec %d: %s", seed, generated.spec())
                    .allSatisfy(pod -> {
                        assertThat(names(pod.at("/containers/0/env"))).doesNotHaveDuplicates();
                        assertThat(names(pod.path("imagePullSecrets"))).doesNotHaveDuplicates();
                    });
        }
    }

    private static List<String> names(JsonNode list) {
        return list.valueStream().map(named -> named.path("name").asText()).toList();
    }

    /** {@return what a controller's process gets, of which the downward API tells some} */
    private static Map<String, String> helmsVariables(TemplateCommand template, String namespace) throws IOException {
        var variables = new HashMap<>(Map.of(
                "LINKERD_MULTUS_NAMESPACE", namespace, "LINKERD_MULTUS_POD_NAME", "linkerd-multus-controller-1"));
        HelmChart.objects(template.call()).stream()
                .filter(object -> object.path("kind").asText().equals("Deployment")
                        && object.at("/metadata/name").asText().endsWith("-controller"))
                .flatMap(deployment ->
                        deployment.at("/spec/template/spec/containers/0/env").valueStream())
                .filter(variable -> variable.has("value"))
                .forEach(variable -> variables.put(
                        variable.path("name").asText(), variable.path("value").asText()));
        return variables;
    }

    private static void isTheSame(String spec, Map<String, String> made, Map<String, String> helms) {
        assertThat(made.keySet()).as(spec).isEqualTo(helms.keySet());
        made.forEach(
                (name, object) -> assertThat(object).as("%s of %s", name, spec).isEqualTo(helms.get(name)));
    }

    private Map<String, String> helms(GeneratedSpec generated) throws IOException {
        // Roles for people would have the operator hold their rights, and it makes none.
        var manifest = template(generated)
                .set("controller.enabled", "false")
                .set("viewRoles.enabled", "false")
                .call();
        // Of the operator's own, the operand names the Lease and the ServiceAccount.
        var objects = Objects.byName(
                HelmChart.objects(manifest.replace("linkerd-multus-controller", "linkerd-multus-operator")).stream());
        objects.keySet().remove("ClusterRole/linkerd-multus-operator");
        return objects;
    }

    private TemplateCommand template(GeneratedSpec generated) throws IOException {
        var values = Files.writeString(
                folder.resolve("values.json"), generated.values().toString());
        return CHART.template(Rendering.RELEASE, generated.namespace()).withValuesFile(values);
    }
}
