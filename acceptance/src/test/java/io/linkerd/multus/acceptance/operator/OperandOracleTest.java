// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.controller.operand.Operand;
import io.linkerd.multus.controller.operand.OperandSpec;
import io.linkerd.multus.controller.operand.Rendering;
import io.linkerd.multus.controller.operand.SpecProblems;
import io.linkerd.multus.images.HelmChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a LinkerdMultus asks for, the operator makes what Helm makes of the values that ask for the same. */
class OperandOracleTest {
    private static final int SPECS = Integer.getInteger("operator.specs", 50);
    private static final long FROM = Long.getLong("operator.specs.from", 1);

    private static final HelmChart CHART = HelmChart.of(Path.of(".."));
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

    @TempDir
    Path folder;

    @Test
    void theOperatorMakesWhatHelmMakes() throws IOException {
        for (var seed = FROM; seed < FROM + SPECS; seed++) {
            var generated = GeneratedSpec.of(new Random(seed));
            var spec = SERIALIZATION.convertValue(generated.spec(), OperandSpec.class);
            var platform = generated.platform();

            assertThat(SpecProblems.of(spec, generated.namespace(), platform))
                    .as("spec %d: %s", seed, generated.spec())
                    .isEmpty();
            var made = new Operand(spec, generated.namespace())
                    .objects(new Rendering(platform))
                    .orElseThrow();

            isTheSame(
                    "spec %d on %s: %s".formatted(seed, platform, generated.spec()),
                    Objects.byName(made.stream().map(JSON::<JsonNode>valueToTree)),
                    helms(generated));
        }
    }

    private static void isTheSame(String spec, Map<String, String> made, Map<String, String> helms) {
        assertThat(made.keySet()).as(spec).isEqualTo(helms.keySet());
        made.forEach(
                (name, object) -> assertThat(object).as("%s of %s", name, spec).isEqualTo(helms.get(name)));
    }

    private Map<String, String> helms(GeneratedSpec generated) throws IOException {
        var values = Files.writeString(
                folder.resolve("values.json"), generated.values().toString());
        var manifest = CHART.template(Rendering.RELEASE, generated.namespace())
                .withValuesFile(values)
                .set("controller.enabled", "false")
                .call();
        var objects = Objects.byName(HelmChart.objects(manifest).stream());
        objects.keySet().remove("ClusterRole/linkerd-multus-controller");
        return objects;
    }
}
